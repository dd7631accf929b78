//! Errors of parts of a step as its errors.

use feedrate_options::MemoryRefused;

use super::Fault;

impl From<feedrate_dataset::Error> for Box<Fault> {
    fn from(error: feedrate_dataset::Error) -> Self {
        Box::new(match error.is_stopped() {
            true => Fault::Interrupted,
            false => Fault::DataSet(error),
        })
    }
}

impl From<MemoryRefused> for Box<Fault> {
    fn from(refused: MemoryRefused) -> Self {
        Box::new(Fault::Memory(refused))
    }
}

impl From<crate::spill::Error> for Box<Fault> {
    fn from(error: crate::spill::Error) -> Self {
        Box::new(match error {
            crate::spill::Error::Interrupted => Fault::Interrupted,
            error => Fault::Spill(error),
        })
    }
}
