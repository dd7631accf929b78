//! PROC COPY, and the copying of whole data sets that others need.

use feedrate_dataset::{DataSetName, Error};
use feedrate_steps::data::{Fault, Outcome, copy};
use feedrate_steps::environment::{Environment, Severity};
use feedrate_steps::ir::Site;

use crate::members::{MemberType, MemberTypes, kind_of, members};

/// Copies data sets from one library to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// From which library.
    pub from: String,
    /// To which.
    pub to: String,
    /// Where that is said.
    pub to_site: Site,
    /// Of which types.
    pub types: MemberTypes,
    /// Only these, each with where it is named; all when absent.
    pub select: Option<Vec<(Site, DataSetName)>>,
    /// Not these.
    pub exclude: Vec<DataSetName>,
    /// Whether they are deleted where they were, once they are where they should be.
    pub moves: bool,
}

impl Copy {
    pub(crate) fn carry_out(
        &self,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        if self.from == self.to {
            let fault = Box::new(Fault::SameLibrary(self.from.clone()));
            return Err(fault.at(self.to_site));
        }
        match &self.select {
            None => {
                for from in members(environment.libraries, &self.from, self.types)? {
                    self.copy(&from.name, from.kind, environment, outcome)?;
                }
            }
            Some(select) => {
                for (site, from) in select {
                    // What is not there is told of as a data set.
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
    ) -> Result<(), Box<Fault>> {
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
                copy(from, &to, environment, outcome)?;
                if self.moves {
                    environment.libraries.delete(from)?;
                }
                // There may be thousands.
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
