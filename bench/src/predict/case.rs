//! The table of cases.

use serde::Serialize;

/// Bytes of an observation of the inputs.
const OBSERVATION: u64 = 200;

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Its program.
    pub program: &'static str,
    /// Set where its program reads two data sets.
    pub has_two_inputs: bool,
    /// Set where its program has a session beside it, to which a pipe leads.
    pub is_piped: bool,
    /// The greatest distance from 1 of the ratio of real and predicted time.
    pub within: f64,
    /// The memory of its sort.
    pub memory: Memory,
    /// Set where it is profiled with the data with which others are predicted.
    pub is_large: bool,
    /// Set where its program needs PROC SQL.
    pub needs_sql: bool,
    /// Set for the study of a published command, which runs only when it is named.
    pub is_study: bool,
}

/// The memory of a sort: the same where it is profiled and where it is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// There is no sort.
    Unset,
    /// Enough for both.
    Ample,
    /// Too little for both.
    Little,
    /// Enough where it is profiled, and too little where it is predicted.
    Between,
}

/// The observations of each input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sizes {
    /// Where a program is profiled.
    pub profiled: u64,
    /// Where it is predicted.
    pub predicted: u64,
}

const COPY: Case = Case {
    name: "copy",
    program: include_str!("programs/copy.sas"),
    has_two_inputs: false,
    is_piped: false,
    within: 0.05,
    memory: Memory::Unset,
    is_large: false,
    needs_sql: false,
    is_study: false,
};

const INTERLEAVE: Case = Case {
    name: "interleave",
    program: include_str!("programs/interleave.sas"),
    has_two_inputs: true,
    within: 0.02,
    ..COPY
};

const SORT: Case = Case {
    name: "sort",
    program: include_str!("programs/sort.sas"),
    memory: Memory::Ample,
    ..COPY
};

/// All of them.
pub const CASES: &[Case] = &[
    INTERLEAVE,
    Case {
        name: "interleave-large",
        is_large: true,
        ..INTERLEAVE
    },
    COPY,
    Case {
        name: "means",
        program: include_str!("programs/means.sas"),
        ..COPY
    },
    SORT,
    Case {
        name: "sort-spilled",
        memory: Memory::Little,
        ..SORT
    },
    Case {
        name: "sort-crossing",
        memory: Memory::Between,
        ..SORT
    },
    Case {
        name: "tabulate",
        program: include_str!("programs/tabulate.sas"),
        ..COPY
    },
    Case {
        name: "disk",
        program: include_str!("programs/disk.sas"),
        ..COPY
    },
    Case {
        name: "piped",
        program: include_str!("programs/piped.sas"),
        is_piped: true,
        ..COPY
    },
    Case {
        name: "means-tabulate",
        program: include_str!("programs/means-tabulate.sas"),
        ..COPY
    },
    Case {
        name: "join",
        program: include_str!("programs/join.sas"),
        has_two_inputs: true,
        needs_sql: true,
        ..COPY
    },
    Case {
        name: "paper",
        program: include_str!("../../../examples/interleave.sas"),
        is_study: true,
        ..INTERLEAVE
    },
];

impl Case {
    /// Returns its sizes, where `mb` are the MB of an input for which programs are predicted. The large interleave is
    /// profiled with that many.
    pub fn sizes(&self, mb: u64, factor: u64) -> Sizes {
        let observations = mb * 1_000_000 / OBSERVATION;
        match self.is_large {
            true => Sizes {
                profiled: observations,
                predicted: observations * factor,
            },
            false => Sizes {
                profiled: observations / factor,
                predicted: observations,
            },
        }
    }

    /// Returns the memory of its sort, in bytes.
    pub fn sort_bytes(&self, sizes: Sizes) -> Option<u64> {
        let bytes = |observations| observations * OBSERVATION;
        match self.memory {
            Memory::Unset => None,
            Memory::Ample => Some(bytes(sizes.predicted) * 2),
            Memory::Little => Some(bytes(sizes.profiled) / 4),
            // Half of the larger is enough for any that is less than a third of it.
            Memory::Between => Some(bytes(sizes.predicted) / 2),
        }
    }

    /// Returns the bytes of its inputs of so many observations.
    pub fn input_bytes(&self, observations: u64) -> u64 {
        // Pages have a little more than observations.
        let one = observations * OBSERVATION * 101 / 100;
        one * if self.has_two_inputs { 2 } else { 1 }
    }

    /// Returns the bytes of all files that may be there at once: the inputs, the result and the spill files of a
    /// sort, of the program and of its job. fio's files are there without those of the job.
    pub fn room(&self, sizes: Sizes) -> u64 {
        let spills = matches!(self.memory, Memory::Little | Memory::Between);
        let [large, small] = [sizes.predicted, sizes.profiled].map(|it| self.input_bytes(it));
        2 * (2 + u64::from(spills)) * large + small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_case_is_profiled_at_the_size_for_which_it_is_predicted() {
        for case in CASES {
            let sizes = case.sizes(800, 5);
            assert_eq!(sizes.predicted, sizes.profiled * 5, "{}", case.name);
        }
        assert_eq!(INTERLEAVE.sizes(800, 5).predicted, 4_000_000);
        assert_eq!(CASES[1].sizes(800, 5).predicted, 20_000_000);
    }

    #[test]
    fn sorts_spill_where_they_are_to() {
        let sizes = SORT.sizes(800, 5);
        let spills = |memory: Memory| {
            let case = Case { memory, ..SORT };
            let memory = case.sort_bytes(sizes).unwrap();
            [sizes.profiled, sizes.predicted].map(|rows| rows * OBSERVATION > memory * 3 / 4)
        };
        assert_eq!(spills(Memory::Ample), [false, false]);
        assert_eq!(spills(Memory::Little), [true, true]);
        assert_eq!(spills(Memory::Between), [false, true]);
    }
}
