//! PROC COPY, and the copying of complete data sets for other procedures.

use feedrate_dataset::{DataSetName, Error};
use feedrate_procedure::Action;
use feedrate_program::Site;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::{definitions, remake};
use feedrate_rows::{Fault, Outcome, StepResult, copy};

use crate::members::{MemberType, MemberTypes, kind_of, members};

/// A PROC COPY step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// The source library.
    pub from: String,
    /// The target library.
    pub to: String,
    /// The position of the target library in the source.
    pub to_site: Site,
    /// The types of members to copy.
    pub types: MemberTypes,
    /// SELECT: the members to copy, each with its position in the source; `None` for all.
    pub select: Option<Vec<(Site, DataSetName)>>,
    /// EXCLUDE: the members not to copy.
    pub exclude: Vec<DataSetName>,
    /// MOVE: whether members are deleted from the source library after they were copied.
    pub moves: bool,
}

impl Copy {
    /// Returns what it would do.
    pub(crate) fn action(&self) -> Action<'_> {
        if !self.types.data {
            return Action::Other("copying views");
        }
        let select = self.select.as_ref();
        Action::Copy {
            from: &self.from,
            to: &self.to,
            select: select.map(|select| select.iter().map(|(_, name)| name).collect()),
            exclude: &self.exclude,
            moves: self.moves,
        }
    }

    pub(crate) fn run(&self, environment: &mut Environment<'_>, outcome: &mut Outcome) -> StepResult<()> {
        if self.from == self.to {
            let text = format!("{} is copied to itself; name another library in OUT=.", self.from);
            return Err(Fault::of_procedure(text).at(self.to_site));
        }
        match &self.select {
            None => {
                for from in members(environment.libraries, &self.from, self.types)? {
                    self.copy(&from.name, from.kind, environment, outcome)?;
                }
            }
            Some(select) => {
                for (site, from) in select {
                    // A missing member is reported as a data set.
                    kind_of(environment.libraries, from, self.types)
                        .map(|kind| kind.unwrap_or(MemberType::Data))
                        .and_then(|kind| self.copy(from, kind, environment, outcome))
                        .map_err(|fault| fault.at(*site))?;
                }
            }
        }
        Ok(())
    }

    fn copy(
        &self,
        from: &DataSetName,
        kind: MemberType,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> StepResult<()> {
        if self.exclude.contains(from) {
            return Ok(());
        }
        let to = DataSetName::new(&self.to, from.member()).map_err(Error::from)?;
        environment.log.message(
            Severity::Note,
            &format!("Copying {from} to {to} (memtype={}).", kind.name()),
        );
        match kind {
            MemberType::Data => {
                if self.moves {
                    environment.libraries.check_apart(from, &to)?;
                }
                let indexes = definitions(environment.libraries, from)?;
                copy(from, &to, environment, outcome)?;
                let made = remake(&to, indexes, environment)?;
                outcome.others.extend(made.others);
                outcome.utility.extend(made.utility);
                if self.moves {
                    environment.libraries.delete(from)?;
                }
                // Close the libraries, since there may be thousands of data sets.
                environment.libraries.close(from);
            }
            MemberType::View => {
                environment.libraries.copy_view(from, &to)?;
                if self.moves {
                    environment.libraries.delete_view(from)?;
                }
            }
        }
        Ok(())
    }
}
