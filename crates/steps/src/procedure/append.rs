//! PROC APPEND: observations of one data set at the end of another.

use feedrate_dataset::schema::Variable;
use feedrate_dataset::{Asked, Schema};
use feedrate_values::Kind;

use super::copy::{add_rows, as_it_is, copy, finish};
use super::resolved;
use crate::data::{DataSetRead, Fault, Outcome};
use crate::environment::{Environment, Severity};
use crate::ir::DataSetName;

/// Adds observations to a data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// What they are added to; made when it is not there.
    pub base: DataSetName,
    /// What they come from.
    pub data: DataSetName,
    /// Whether variables of `data` that `base` does not have, or not so, are left out, cut or missing, and
    /// not an error.
    pub force: bool,
}

/// A piece of a row that goes to a place of another.
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// Bytes as they are, and blanks behind them.
    Text {
        from: usize,
        from_length: usize,
        to: usize,
        to_length: usize,
    },
    /// The high bytes of a number, in little-endian order.
    Number {
        from: usize,
        from_length: usize,
        to: usize,
        to_length: usize,
    },
    /// What the other does not have.
    MissingNumber { to: usize, to_length: usize },
}

impl Append {
    pub(super) fn run(
        &self,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        let log = |environment: &mut Environment<'_>, text: &str| {
            environment.log.message(Severity::Note, text);
        };
        let base = resolved(&self.base)?;
        if !environment.libraries.exists(&base)? {
            log(
                environment,
                "BASE data set does not exist. DATA file is being copied to BASE file.",
            );
            return copy(&self.data, &self.base, environment, outcome);
        }
        log(
            environment,
            &format!("Appending {} to {}.", self.data, self.base),
        );
        let mut old = environment.libraries.open(&base, &Asked::default())?;
        let mut new = environment
            .libraries
            .open(&resolved(&self.data)?, &Asked::default())?;
        let pieces = self.pieces(old.schema(), new.schema(), environment)?;
        let created = old
            .metadata()
            .map_or(0.0, |metadata| metadata.header.created);
        let (asked, facts) = as_it_is(&old, "APPEND", created);
        let schema = old.schema().clone();
        let mut writer = environment.libraries.create(&base, schema, facts, &asked)?;
        add_rows(&mut old, &mut writer, environment.stop)?;
        while let Some(row) = new.next_row()? {
            let to = writer.next_row()?;
            to.fill(0);
            for piece in &pieces {
                piece.move_between(row, to);
            }
        }
        outcome.read.push(DataSetRead {
            name: self.base.clone(),
            observations: old.rows(),
            condition: None,
            cut: old.cut(),
            account: Some(old.account()),
        });
        let count = new.rows();
        log(
            environment,
            &format!("There were {count} observations added."),
        );
        finish(&self.data, &new, &self.base, writer, outcome)
    }

    /// What goes where. Says what does not fit, as a warning with FORCE and an error without it.
    fn pieces(
        &self,
        old: &Schema,
        new: &Schema,
        environment: &mut Environment<'_>,
    ) -> Result<Vec<Piece>, Box<Fault>> {
        let mut complaints = Vec::new();
        let pieces = old
            .variables()
            .iter()
            .map(|to| match new.find(&to.name) {
                Some(from) if from.kind == to.kind => {
                    if from.length > to.length {
                        complaints.push(format!(
                            "Variable {} has length {} on BASE file and {} on DATA file.",
                            to.name, to.length, from.length
                        ));
                    }
                    moved(from, to)
                }
                Some(_) => {
                    complaints.push(format!(
                        "Variable {} has not been appended because of type mismatch.",
                        to.name
                    ));
                    absent(to)
                }
                None => {
                    let text = format!("Variable {} was not found on DATA file.", to.name);
                    environment.log.message(Severity::Warning, &text);
                    absent(to)
                }
            })
            .collect();
        for from in new.variables() {
            if old.find(&from.name).is_none() {
                complaints.push(format!(
                    "Variable {} was not found on BASE file.",
                    from.name
                ));
            }
        }
        let failed = !complaints.is_empty() && !self.force;
        for complaint in complaints {
            environment.log.message(Severity::Warning, &complaint);
        }
        if failed {
            environment.log.message(
                Severity::Error,
                "No appending done because of anomalies listed above. Use FORCE option to append these files.",
            );
            return Err(Box::new(Fault::Request));
        }
        Ok(pieces)
    }
}

fn moved(from: &Variable, to: &Variable) -> Piece {
    let (from, from_length) = (from.offset as usize, from.length as usize);
    let (kind, to, to_length) = (to.kind, to.offset as usize, to.length as usize);
    match kind {
        Kind::Text => Piece::Text {
            from,
            from_length,
            to,
            to_length,
        },
        Kind::Number => Piece::Number {
            from,
            from_length,
            to,
            to_length,
        },
    }
}

fn absent(to: &Variable) -> Piece {
    let (kind, to, to_length) = (to.kind, to.offset as usize, to.length as usize);
    match kind {
        Kind::Text => Piece::Text {
            from: 0,
            from_length: 0,
            to,
            to_length,
        },
        Kind::Number => Piece::MissingNumber { to, to_length },
    }
}

impl Piece {
    fn move_between(self, row: &[u8], target: &mut [u8]) {
        match self {
            Self::Text {
                from,
                from_length,
                to,
                to_length,
            } => {
                let length = from_length.min(to_length);
                target[to..to + length].copy_from_slice(&row[from..from + length]);
                target[to + length..to + to_length].fill(b' ');
            }
            Self::Number {
                from,
                from_length,
                to,
                to_length,
            } => {
                let mut bytes = [0; 8];
                bytes[8 - from_length..].copy_from_slice(&row[from..from + from_length]);
                target[to..to + to_length].copy_from_slice(&bytes[8 - to_length..]);
            }
            Self::MissingNumber { to, to_length } => {
                let bytes = feedrate_values::missing::MISSING.to_le_bytes();
                target[to..to + to_length].copy_from_slice(&bytes[8 - to_length..]);
            }
        }
    }
}
