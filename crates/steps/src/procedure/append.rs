//! PROC APPEND: observations of one data set at the end of another.

use feedrate_dataset::schema::Variable;
use feedrate_dataset::{Asked, Schema};
use feedrate_values::Kind;

use super::copy::{add_rows, as_it_is, copy, finish, heed_stop};
use crate::data::{DataSetRead, Fault, Loader, Outcome, Storer, Values};
use crate::environment::{Environment, Severity};
use crate::ir::{DataSetName, Load, NumberSlot, Slot, Store, TextSlot, Vector};

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

/// Moves rows of one data set into those of another, by way of a vector of the other's variables. What
/// the one does not have stays missing there.
struct Mover {
    loader: Loader,
    storer: Storer,
    values: Values,
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
        let base = self.base.resolved()?;
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
            .open(&self.data.resolved()?, &Asked::default())?;
        let mut mover = self.mover(old.schema(), new.schema(), environment)?;
        let created = old
            .metadata()
            .map_or(0.0, |metadata| metadata.header.created);
        let (asked, facts) = as_it_is(&old, "APPEND", created);
        let schema = old.schema().clone();
        let mut writer = environment.libraries.create(&base, schema, facts, &asked)?;
        add_rows(&mut old, &mut writer, environment.stop)?;
        while let Some(rows) = new.next_block()? {
            heed_stop(environment.stop)?;
            for row in rows.iter() {
                mover.loader.load(row, &mut mover.values);
                mover.storer.store(&mover.values, writer.next_row()?);
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
    fn mover(
        &self,
        old: &Schema,
        new: &Schema,
        environment: &mut Environment<'_>,
    ) -> Result<Mover, Box<Fault>> {
        let mut complaints = Vec::new();
        let mut vector = Vector::default();
        let (mut loads, mut stores) = (Vec::new(), Vec::new());
        for (column, to) in (0..).zip(old.variables()) {
            let slot = slot_for(to, &mut vector);
            stores.push(Store { slot, column });
            match new.position(&to.name) {
                Some(from) if new.variables()[from].kind == to.kind => {
                    let length = new.variables()[from].length;
                    if length > to.length {
                        complaints.push(format!(
                            "Variable {} has length {} on BASE file and {length} on DATA file.",
                            to.name, to.length
                        ));
                    }
                    let column = from as u32;
                    loads.push(Load { column, slot });
                }
                Some(_) => complaints.push(format!(
                    "Variable {} has not been appended because of type mismatch.",
                    to.name
                )),
                None => {
                    let text = format!("Variable {} was not found on DATA file.", to.name);
                    environment.log.message(Severity::Warning, &text);
                }
            }
        }
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
        let movers = Loader::new(&loads, new).zip(Storer::new(&stores, old));
        let (loader, storer) =
            movers.ok_or_else(|| Box::new(Fault::Changed(self.data.to_string())))?;
        Ok(Mover {
            loader,
            storer,
            values: Values::new(&vector),
        })
    }
}

/// The next free place of a vector for a variable.
fn slot_for(variable: &Variable, vector: &mut Vector) -> Slot {
    match variable.kind {
        Kind::Number => {
            vector.numbers += 1;
            Slot::Number(NumberSlot(vector.numbers - 1))
        }
        Kind::Text => {
            let start = vector.text_bytes;
            vector.text_bytes += variable.length;
            Slot::Text(TextSlot {
                start,
                length: variable.length,
            })
        }
    }
}
