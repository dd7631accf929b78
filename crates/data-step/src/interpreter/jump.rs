//! Labels, and jumps to them: GOTO and LINK, the end of lines with EOF=, and LOSTCARD.

use feedrate_program::{Jump, LabelId, LinesAction, Node, SiteId, Statement, walk};
use feedrate_rows::fault::MOST_LINKS;
use feedrate_rows::{Fault, Flow, StepResult};

use super::Execution;
use crate::lines::input::InputState;

impl<'s> Execution<'_, 's, '_> {
    /// Executes statements, from a label on if there is one, until one of them transfers control to what is not among
    /// them.
    pub(super) fn sequence(&mut self, statements: &'s [Statement], from: Option<LabelId>) -> StepResult<Flow> {
        let (mut at, mut wanted) = (0, from);
        loop {
            let flow = match wanted.take() {
                Some(label) => match place_of(statements, label) {
                    None => return Ok(Flow::Goto(label)),
                    Some((place, within)) => {
                        at = place;
                        match within {
                            Some(branch) => self.sequence(branch, Some(label))?,
                            None => Flow::Next,
                        }
                    }
                },
                None => match statements.get(at) {
                    Some(statement) => self.statement(statement)?,
                    None => return Ok(Flow::Next),
                },
            };
            self.rows.core.update_error_flag();
            match flow {
                Flow::Next => at += 1,
                Flow::Goto(label) => wanted = Some(label),
                flow => return Ok(flow),
            }
        }
    }

    /// Executes a label, GOTO or LINK.
    pub(super) fn jump(&mut self, jump: Jump, site: SiteId) -> StepResult<Flow> {
        match jump {
            Jump::Label(_) => Ok(Flow::Next),
            Jump::Goto(label) => {
                // Statements that jump back may never end.
                self.rows.core.check_stop()?;
                Ok(Flow::Goto(label))
            }
            Jump::Link(label) => self.link(label, site),
        }
    }

    /// Returns where the step goes on after RETURN.
    pub(super) fn returned(&self) -> Flow {
        match self.statements.links {
            0 => Flow::Iteration {
                outputs: self.rows.core.step.implicit_output,
            },
            _ => Flow::Linked,
        }
    }

    /// Executes a statement about the lines of a file.
    pub(super) fn lines_action(&mut self, action: LinesAction, external: u32) -> StepResult<Flow> {
        match action {
            LinesAction::Open => self.open(external)?,
            LinesAction::List => {
                if let Some(input) = self.input_of(external) {
                    input.is_listed = true;
                }
            }
            LinesAction::LoseCard => return self.lose_card(external),
        }
        Ok(Flow::Next)
    }

    /// Executes the statements behind a label up to RETURN.
    fn link(&mut self, label: LabelId, site: SiteId) -> StepResult<Flow> {
        if self.statements.links == MOST_LINKS {
            let site = self.rows.core.site(site);
            return Err(Box::new(Fault::Links { site }));
        }
        self.statements.links += 1;
        let body: &'s [Statement] = &self.rows.core.step.body;
        let flow = self.sequence(body, Some(label));
        self.statements.links -= 1;
        Ok(match flow? {
            // The end of the statements is a RETURN too.
            Flow::Linked | Flow::Next => Flow::Next,
            flow => flow,
        })
    }

    /// Returns where the step goes on when INPUT has met the end of the lines: at the label of EOF=, if it is the first
    /// time.
    pub(super) fn at_end_of_lines(&mut self, external: u32) -> Flow {
        let of_step = self.rows.core.step.externals.get(external as usize);
        let label = of_step.and_then(|external| external.at_end);
        let has_ended = match self.input_of(external) {
            Some(input) => std::mem::replace(&mut input.has_ended, true),
            None => true,
        };
        label.filter(|_| !has_ended).map_or(Flow::Stop, Flow::Goto)
    }

    /// Returns a file that INPUT reads.
    fn input_of(&mut self, external: u32) -> Option<&mut InputState<'s>> {
        self.statements.inputs.get_mut(external as usize)?.as_mut()
    }

    /// Opens the file that FILEVAR= of INFILE or FILE names.
    fn open(&mut self, external: u32) -> StepResult<()> {
        let index = external as usize;
        let (core, statements) = (&mut self.rows.core, &mut *self.statements);
        if let Some(Some(input)) = statements.inputs.get_mut(index) {
            input.open_named(core)?;
        }
        if let Some(Some(put)) = statements.puts.get_mut(index) {
            put.open_named(core, &mut *self.rows.listing)?;
        }
        Ok(())
    }

    /// LOSTCARD: leaves out the first of the current lines and begins the iteration anew.
    fn lose_card(&mut self, external: u32) -> StepResult<Flow> {
        let core = &mut self.rows.core;
        if let Some(Some(input)) = self.statements.inputs.get_mut(external as usize) {
            input.lose_card(core);
        }
        self.rows.iteration = self.rows.iteration.saturating_sub(1);
        Ok(Flow::Iteration { outputs: false })
    }
}

/// Returns the index of the statement that is a label, or of the IF that has it in one of its branches, which is
/// returned too.
fn place_of(statements: &[Statement], label: LabelId) -> Option<(usize, Option<&[Statement]>)> {
    statements
        .iter()
        .enumerate()
        .find_map(|(place, statement)| match statement {
            Statement::Jump(Jump::Label(other), _) if *other == label => Some((place, None)),
            Statement::If(_, then, otherwise) => {
                let branches = [then.as_slice(), otherwise.as_slice()];
                let branch = branches.into_iter().find(|branch| contains(branch, label))?;
                Some((place, Some(branch)))
            }
            _ => None,
        })
}

fn contains(statements: &[Statement], label: LabelId) -> bool {
    let mut found = false;
    walk(statements, &mut |node| {
        found |= matches!(node, Node::Statement(Statement::Jump(Jump::Label(other), _)) if *other == label);
    });
    found
}
