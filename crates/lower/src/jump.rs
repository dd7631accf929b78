//! Labels, and the statements that jump to them: GOTO and LINK, and EOF= of INFILE.

use feedrate_language::Position;
use feedrate_language::tree::{LoopHead, Name, Statement, StatementKind};
use feedrate_program::{self as program, Jump, LabelId};

use super::facts::LabelFacts;
use super::lowering::StepLowering;
use super::variables::Variables;

impl StepLowering<'_> {
    /// Collects the labels of statements, to which earlier statements may jump too, and counts the INFILE and FILE
    /// statements. `loops` are the positions of the loops around them.
    pub fn scan_labels(&mut self, body: &[Statement], loops: &mut Vec<Position>) {
        for statement in body {
            match &statement.kind {
                StatementKind::Mark(name) => self.declare_mark(name, loops),
                StatementKind::Infile(..) => self.jumps.infiles += 1,
                StatementKind::File(..) => self.jumps.files += 1,
                StatementKind::Do(LoopHead::Once, inner) => self.scan_labels(inner, loops),
                StatementKind::Do(_, inner) => {
                    loops.push(statement.at);
                    self.scan_labels(inner, loops);
                    loops.pop();
                }
                StatementKind::Select {
                    branches, otherwise, ..
                } => {
                    for branch in branches {
                        self.scan_labels(std::slice::from_ref(&branch.then), loops);
                    }
                    if let Some(otherwise) = otherwise {
                        self.scan_labels(std::slice::from_ref(otherwise), loops);
                    }
                }
                StatementKind::If { .. } => self.scan_labels_of_if(statement, loops),
                _ => {}
            }
        }
    }

    /// Collects the labels of an IF with its chain of ELSE, which may be long.
    fn scan_labels_of_if(&mut self, first: &Statement, loops: &mut Vec<Position>) {
        let mut next = Some(first);
        while let Some(statement) = next.take() {
            match &statement.kind {
                StatementKind::If { then, otherwise, .. } => {
                    self.scan_labels(std::slice::from_ref(then), loops);
                    next = otherwise.as_deref();
                }
                _ => self.scan_labels(std::slice::from_ref(statement), loops),
            }
        }
    }

    fn declare_mark(&mut self, name: &Name, loops: &[Position]) {
        let id = LabelId(self.jumps.labels.len() as u32);
        let facts = LabelFacts {
            id,
            loops: loops.to_vec(),
        };
        if self.jumps.labels.insert(Variables::key(&name.text), facts).is_some() {
            self.error(name.at, format!("the label {} stands twice in this step", name.text));
        }
    }

    /// Lowers a label, GOTO or LINK.
    pub fn jump(&mut self, statement: &Statement, out: &mut Vec<program::Statement>) {
        let jump = match &statement.kind {
            StatementKind::Mark(name) => self.mark(name),
            StatementKind::Goto(name) => self.goto(name),
            StatementKind::Link(name) => self.link(name),
            _ => None,
        };
        if let Some(jump) = jump {
            let site = self.site(statement.at);
            out.push(program::Statement::Jump(jump, site));
        }
    }

    /// Lowers a label. The files that INPUT and PUT use behind it are those of the only INFILE and FILE statement; with
    /// several, they depend on where the step comes from.
    fn mark(&mut self, name: &Name) -> Option<Jump> {
        if self.jumps.infiles > 1 {
            self.files.forget_input();
        }
        if self.jumps.files > 1 {
            self.files.forget_output();
        }
        let facts = self.jumps.labels.get(&Variables::key(&name.text))?;
        Some(Jump::Label(facts.id))
    }

    fn goto(&mut self, name: &Name) -> Option<Jump> {
        let facts = self.label_of(name, "GOTO")?;
        if !self.jumps.loops.starts_with(&facts.loops) {
            self.error_with_hint(
                name.at,
                format!("GOTO cannot jump to {}, which is within a loop", name.text),
                "put the label before the loop, or use CONTINUE within it",
            );
        }
        Some(Jump::Goto(facts.id))
    }

    fn link(&mut self, name: &Name) -> Option<Jump> {
        let facts = self.label_of(name, "LINK")?;
        if !facts.loops.is_empty() {
            self.error_with_hint(
                name.at,
                format!("LINK cannot jump to {}, which is within a loop", name.text),
                "put the label and its statements up to RETURN outside of the loop",
            );
        }
        Some(Jump::Link(facts.id))
    }

    /// Returns the label of EOF=, at which the step goes on at the end of the lines.
    pub fn label_at_end(&mut self, name: &str, at: Position) -> Option<LabelId> {
        let name = Name {
            text: name.to_owned(),
            at,
        };
        let facts = self.label_of(&name, "EOF=")?;
        if !facts.loops.is_empty() {
            return self.fail(at, format!("EOF= cannot jump to {}, which is within a loop", name.text));
        }
        Some(facts.id)
    }

    fn label_of(&mut self, name: &Name, statement: &str) -> Option<LabelFacts> {
        let found = self.jumps.labels.get(&Variables::key(&name.text)).cloned();
        if found.is_none() && !self.declarations.is_partial {
            let text = &name.text;
            let message = format!("{statement} names the label {text}, which this step does not have");
            self.error_with_hint(
                name.at,
                message,
                format!("write `{text}:` before the statement to go to"),
            );
        }
        found
    }
}
