//! Assembles statements: the contents of DO and SELECT, and the statements after THEN and ELSE.
//!
//! Lines are added one at a time and without recursion, so that no program overflows the stack.

mod frame;
mod refusal;

use super::otherwise::{attach, path_to_open_if};
use super::statement::{Leaf, Line, Prefix};
use crate::diagnostic::Diagnostic;
use crate::source::Position;
use crate::tree::{Branch, LoopHead, Statement, StatementKind};
use frame::{Frame, outside_when};
use refusal::Refusal;

/// The deepest nesting of DO groups, SELECTs and conditions.
const MOST_FRAMES: usize = 200;

/// The greatest height of the tree of statements; each ELSE IF adds to it.
const MOST_DEPTH: usize = 1000;

/// The statements of a step so far, with the open constructs.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    body: Vec<Statement>,
    /// The open constructs, the outermost first, with the depth of their parts in the tree.
    frames: Vec<(Frame, usize)>,
    /// The number of open groups beyond the limit. Their contents are left out.
    beyond: usize,
    /// Set when an error about nesting that is too deep was reported, which applies to all that follows.
    reported_depth: bool,
}

impl Blocks {
    /// Adds a line. An error without a diagnostic was already reported for another line.
    pub(super) fn add(&mut self, line: Line) -> Result<(), Option<Diagnostic>> {
        if self.beyond > 0 {
            match line.leaf {
                Leaf::Do(_) | Leaf::Select(_) => self.beyond += 1,
                Leaf::End => self.beyond -= 1,
                _ => {}
            }
            return Ok(());
        }
        self.add_parts(line).map_err(|refusal| {
            self.drop_waiting();
            match refusal {
                Refusal::Wrong(diagnostic) => Some(diagnostic),
                Refusal::TooDeep(_) if self.reported_depth => None,
                Refusal::TooDeep(at) => {
                    self.reported_depth = true;
                    let error = Diagnostic::error(at, "statements are nested too deeply here");
                    Some(error.with_hint("use SELECT for many cases, and more than one step"))
                }
            }
        })
    }

    fn add_parts(&mut self, line: Line) -> Result<(), Refusal> {
        let Line {
            labels,
            prefixes,
            leaf,
            at,
        } = line;
        for label in labels {
            if matches!(self.frames.last(), Some((Frame::Select { .. }, _))) {
                return Err(outside_when(label.at).into());
            }
            let at = label.at;
            self.complete(Statement {
                kind: StatementKind::Mark(label),
                at,
            });
        }
        for prefix in prefixes {
            let depth = self.check_prefix(&prefix)?;
            self.push(Frame::Before(prefix), depth + 1, at)?;
        }
        let depth = self.depth() + 1;
        let in_select = matches!(self.frames.last(), Some((Frame::Select { .. }, _)));
        match leaf {
            Leaf::Lines { .. } => Ok(()),
            Leaf::End => Ok(self.end(at)?),
            // Null statements are allowed anywhere.
            Leaf::Plain(StatementKind::Nothing) if in_select => Ok(()),
            _ if in_select => Err(outside_when(at).into()),
            Leaf::Do(head) => self.push(Frame::new_do(head, at), depth, at),
            Leaf::Select(value) => self.push(Frame::new_select(value, at), depth, at),
            Leaf::Plain(kind) => {
                self.check_loop(&kind, at)?;
                self.complete(Statement { kind, at });
                Ok(())
            }
        }
    }

    /// Opens a DO group whose head has an error, so that its END matches.
    pub(super) fn open_unknown(&mut self, at: Position) {
        self.push_or_leave_out(Frame::new_do(LoopHead::Once, at), at);
    }

    /// Opens a SELECT whose head has an error.
    pub(super) fn open_unknown_select(&mut self, at: Position) {
        self.push_or_leave_out(Frame::new_select(None, at), at);
    }

    fn push_or_leave_out(&mut self, frame: Frame, at: Position) {
        if self.beyond > 0 || self.push(frame, self.depth() + 1, at).is_err() {
            self.beyond += 1;
        }
    }

    /// Returns the statements, and an error for each group without END.
    pub(super) fn finish(mut self) -> (Vec<Statement>, Vec<Diagnostic>) {
        let open = self
            .frames
            .iter()
            .filter(|(frame, _)| matches!(frame, Frame::Do { .. }));
        let unclosed = match open.count() {
            1 => "There was 1 unclosed DO block.".to_owned(),
            count => format!("There were {count} unclosed DO blocks."),
        };
        let mut diagnostics = Vec::new();
        for (frame, _) in &self.frames {
            let (name, error) = match frame {
                Frame::Do { at, .. } => ("DO", Diagnostic::error(*at, &unclosed).numbered("117-185")),
                Frame::Select { at, .. } => ("SELECT", Diagnostic::error(*at, "There is an unclosed SELECT block.")),
                Frame::Before(_) => continue,
            };
            diagnostics.push(error.with_hint(format!("this {name} has no END; write `end;` where it ends")));
        }
        // The groups are closed, so that their contents are not lost.
        while !self.frames.is_empty() {
            self.drop_waiting();
            self.close();
        }
        (self.body, diagnostics)
    }

    /// Returns whether a loop is open, for LEAVE and CONTINUE.
    fn in_loop(&self) -> bool {
        self.frames.iter().any(|(frame, _)| match frame {
            Frame::Do { head, .. } => !matches!(head, LoopHead::Once),
            Frame::Select { .. } | Frame::Before(_) => false,
        })
    }

    /// Returns whether a SELECT is open, which LEAVE also ends.
    fn in_select(&self) -> bool {
        self.frames
            .iter()
            .any(|(frame, _)| matches!(frame, Frame::Select { .. }))
    }

    fn depth(&self) -> usize {
        self.frames.last().map_or(0, |(_, depth)| *depth)
    }

    fn push(&mut self, frame: Frame, depth: usize, at: Position) -> Result<(), Refusal> {
        if self.frames.len() >= MOST_FRAMES || depth > MOST_DEPTH {
            return Err(Refusal::TooDeep(at));
        }
        self.frames.push((frame, depth));
        Ok(())
    }

    /// Checks that a prefix is allowed here, and returns its depth in the tree.
    fn check_prefix(&mut self, prefix: &Prefix) -> Result<usize, Diagnostic> {
        let select = match self.frames.last() {
            Some((Frame::Select { otherwise, .. }, _)) => Some(otherwise.is_some()),
            _ => None,
        };
        match (prefix, select) {
            (Prefix::When(_, at), Some(true)) => {
                Err(Diagnostic::error(*at, "WHEN stands after OTHERWISE")
                    .with_hint("OTHERWISE is the last part of SELECT"))
            }
            (Prefix::Otherwise(at), Some(true)) => Err(Diagnostic::error(*at, "SELECT has OTHERWISE twice")),
            (Prefix::When(..) | Prefix::Otherwise(_), Some(false)) => Ok(self.depth()),
            (Prefix::When(_, at), None) => Err(Diagnostic::error(*at, "WHEN stands outside SELECT")),
            (Prefix::Otherwise(at), None) => Err(Diagnostic::error(*at, "OTHERWISE stands outside SELECT")),
            (Prefix::Else(at), _) => match self.last().and_then(|before| path_to_open_if(before)) {
                Some(way) => Ok(self.depth() + way.len()),
                None => Err(Diagnostic::error(*at, "No matching IF-THEN clause.")
                    .numbered("160-185")
                    .with_hint("ELSE follows the statement or the END of an IF directly")),
            },
            (Prefix::If(_, at), Some(_)) => Err(outside_when(*at)),
            (Prefix::If(..), None) => Ok(self.depth()),
        }
    }

    fn check_loop(&self, kind: &StatementKind, at: Position) -> Result<(), Diagnostic> {
        let name = match kind {
            StatementKind::Leave => "LEAVE",
            StatementKind::Continue => "CONTINUE",
            _ => return Ok(()),
        };
        if self.in_loop() || matches!(kind, StatementKind::Leave) && self.in_select() {
            return Ok(());
        }
        Err(Diagnostic::error(at, format!("{name} stands outside a loop")))
    }

    /// Returns the previous statement of the innermost group.
    fn last(&mut self) -> Option<&mut Statement> {
        match self.frames.last_mut() {
            Some((Frame::Do { body, .. }, _)) => body.last_mut(),
            Some((
                Frame::Select {
                    otherwise: Some(otherwise),
                    ..
                },
                _,
            )) => Some(otherwise),
            Some((Frame::Select { branches, .. }, _)) => branches.last_mut().map(|branch| &mut branch.then),
            Some((Frame::Before(_), _)) => None,
            None => self.body.last_mut(),
        }
    }

    /// END.
    fn end(&mut self, at: Position) -> Result<(), Diagnostic> {
        match self.frames.last() {
            Some((Frame::Do { .. } | Frame::Select { .. }, _)) => {
                self.close();
                Ok(())
            }
            Some((Frame::Before(_), _)) | None => Err(Diagnostic::error(at, "No matching DO/SELECT statement.")
                .numbered("161-185")
                .with_hint("END closes nothing; there is one for each DO and SELECT")),
        }
    }

    /// Closes the innermost group, which is a DO or a SELECT.
    fn close(&mut self) {
        if let Some(statement) = self.frames.pop().and_then(|(frame, _)| frame.into_statement()) {
            self.complete(statement);
        }
    }

    /// Adds a complete statement to the construct that it belongs to.
    fn complete(&mut self, mut statement: Statement) {
        while let Some((Frame::Before(_), _)) = self.frames.last() {
            let Some((Frame::Before(prefix), _)) = self.frames.pop() else {
                break;
            };
            match prefix {
                Prefix::If(condition, at) => {
                    let kind = StatementKind::If {
                        condition,
                        then: Box::new(statement),
                        otherwise: None,
                    };
                    statement = Statement { kind, at };
                }
                Prefix::Else(_) => {
                    if let Some(before) = self.last() {
                        attach(before, statement);
                    }
                    return;
                }
                Prefix::When(values, _) => {
                    if let Some((Frame::Select { branches, .. }, _)) = self.frames.last_mut() {
                        branches.push(Branch {
                            values,
                            then: statement,
                        });
                    }
                    return;
                }
                Prefix::Otherwise(_) => {
                    if let Some((Frame::Select { otherwise, .. }, _)) = self.frames.last_mut() {
                        *otherwise = Some(Box::new(statement));
                    }
                    return;
                }
            }
        }
        match self.frames.last_mut() {
            Some((Frame::Do { body, .. }, _)) => body.push(statement),
            // The parts of a SELECT are statements after WHEN or OTHERWISE, which are handled above.
            Some((Frame::Select { .. } | Frame::Before(_), _)) => {}
            None => self.body.push(statement),
        }
    }

    /// Discards prefixes whose statement has an error.
    fn drop_waiting(&mut self) {
        while let Some((Frame::Before(_), _)) = self.frames.last() {
            self.frames.pop();
        }
    }
}
