//! What is predicted.

use clap::ValueEnum;
use serde::Serialize;

/// Bytes of an observation of the inputs.
const OBSERVATION: u64 = 200;

/// A case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// Two data sets become one in the order of a key.
    Interleave,
    /// The same with larger data sets.
    InterleaveLarge,
    /// A data set is read and written.
    Copy,
    /// PROC MEANS.
    Means,
    /// PROC SORT in memory.
    Sort,
    /// PROC SORT that spills, also where it is profiled.
    SortSpilled,
    /// PROC SORT that spills, and does not where it is profiled.
    SortCrossing,
    /// PROC TABULATE.
    Tabulate,
    /// A data set is made and then counted.
    Disk,
    /// The same at once, through a pipe.
    Piped,
    /// The published interleave beside its job of fio.
    Paper,
}

/// The observations of each input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// Where a program is profiled.
    pub profiled: u64,
    /// Where it is predicted.
    pub predicted: u64,
}

/// A program.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// The name of its file.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// What makes the inputs of all others.
pub const INPUTS: Program = Program {
    file: "inputs.sas",
    text: include_str!("programs/inputs.sas"),
};

impl Case {
    /// Returns its name.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Returns its program.
    pub fn program(self) -> Program {
        let (file, text) = match self {
            Self::Interleave | Self::InterleaveLarge => {
                ("interleave.sas", include_str!("programs/interleave.sas"))
            }
            Self::Copy => ("copy.sas", include_str!("programs/copy.sas")),
            Self::Means => ("means.sas", include_str!("programs/means.sas")),
            Self::Sort | Self::SortSpilled | Self::SortCrossing => {
                ("sort.sas", include_str!("programs/sort.sas"))
            }
            Self::Tabulate => ("tabulate.sas", include_str!("programs/tabulate.sas")),
            Self::Disk => ("disk.sas", include_str!("programs/disk.sas")),
            Self::Piped => ("piped.sas", include_str!("programs/piped.sas")),
            Self::Paper => (
                "interleave.sas",
                include_str!("../../../examples/interleave.sas"),
            ),
        };
        Program { file, text }
    }

    /// Returns whether its program reads two data sets.
    pub fn has_two_inputs(self) -> bool {
        matches!(self, Self::Interleave | Self::InterleaveLarge | Self::Paper)
    }

    /// Returns how far from 1 the ratio of real and predicted time may be.
    pub fn within(self) -> f64 {
        match self.has_two_inputs() {
            true => 0.02,
            false => 0.05,
        }
    }

    /// Returns its sizes, where `mb` are the MB of an input for which programs are predicted. The large interleave is
    /// profiled with that many.
    pub fn sizes(self, mb: u64, factor: u64) -> Sizes {
        let observations = mb * 1_000_000 / OBSERVATION;
        match self {
            Self::InterleaveLarge => Sizes {
                profiled: observations,
                predicted: observations * factor,
            },
            _ => Sizes {
                profiled: observations / factor,
                predicted: observations,
            },
        }
    }

    /// Returns the memory of its sort, in bytes: the same where it is profiled and where it is predicted.
    pub fn sort_bytes(self, sizes: Sizes) -> Option<u64> {
        let bytes = |observations| observations * OBSERVATION;
        match self {
            Self::Sort => Some(bytes(sizes.predicted) * 2),
            Self::SortSpilled => Some(bytes(sizes.profiled) / 4),
            // Half of the larger is enough for any that is less than a third of it.
            Self::SortCrossing => Some(bytes(sizes.predicted) / 2),
            _ => None,
        }
    }

    /// Returns the bytes of its inputs of so many observations.
    pub fn input_bytes(self, observations: u64) -> u64 {
        // Pages have a little more than observations.
        let one = observations * OBSERVATION * 101 / 100;
        one * if self.has_two_inputs() { 2 } else { 1 }
    }

    /// Returns the bytes of all files that may be there at once: the inputs, the result and what a sort spills, of the
    /// program and of its job. fio's files are there without those of the job.
    pub fn room(self, sizes: Sizes) -> u64 {
        let spilled = match self {
            Self::SortSpilled | Self::SortCrossing => 1,
            _ => 0,
        };
        let [large, small] = [sizes.predicted, sizes.profiled].map(|it| self.input_bytes(it));
        2 * (2 + spilled) * large + small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_case_is_profiled_at_the_size_for_which_it_is_predicted() {
        for case in Case::value_variants() {
            let sizes = case.sizes(800, 5);
            assert_eq!(sizes.predicted, sizes.profiled * 5, "{case:?}");
        }
        assert_eq!(Case::Interleave.sizes(800, 5).predicted, 4_000_000);
        assert_eq!(Case::InterleaveLarge.sizes(800, 5).predicted, 20_000_000);
    }

    #[test]
    fn sorts_spill_where_they_are_to() {
        let sizes = Case::Sort.sizes(800, 5);
        let spills = |case: Case| {
            let memory = case.sort_bytes(sizes).unwrap();
            [sizes.profiled, sizes.predicted].map(|rows| rows * OBSERVATION > memory * 3 / 4)
        };
        assert_eq!(spills(Case::Sort), [false, false]);
        assert_eq!(spills(Case::SortSpilled), [true, true]);
        assert_eq!(spills(Case::SortCrossing), [false, true]);
    }

    #[test]
    fn the_interleave_is_held_to_less() {
        assert_eq!(Case::InterleaveLarge.within(), 0.02);
        assert_eq!(Case::Means.within(), 0.05);
    }
}
