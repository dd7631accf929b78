//! The costs of the operations of `COMPGED`.

/// The cost of an operation that is not used.
pub(super) const NEVER: f64 = 1e9;

/// The operations of `COMPGED`, by their names.
const OPERATIONS: [&str; 14] = [
    "APPEND",
    "BLANK",
    "DELETE",
    "DOUBLE",
    "FDELETE",
    "FINSERT",
    "FREPLACE",
    "INSERT",
    "MATCH",
    "PUNCTUATION",
    "REPLACE",
    "SINGLE",
    "SWAP",
    "TRUNCATE",
];

/// The costs of the operations of `COMPGED`, in the order of their names.
#[derive(Clone, Copy, Debug)]
pub(in crate::function) struct EditCosts(pub(super) [f64; 14]);

impl Default for EditCosts {
    /// Those without `CALL COMPCOST`.
    fn default() -> Self {
        Self([
            50.0, 10.0, 100.0, 20.0, 200.0, 200.0, 200.0, 100.0, 0.0, 30.0, 100.0, 20.0, 20.0, 10.0,
        ])
    }
}

impl EditCosts {
    /// Returns those of a `CALL COMPCOST` without arguments; missing where they depend on others.
    pub(super) fn of_routine() -> Self {
        let unset = f64::NAN;
        Self([
            NEVER, NEVER, 100.0, NEVER, unset, unset, unset, 100.0, 0.0, NEVER, 100.0, NEVER, NEVER, NEVER,
        ])
    }

    /// Sets the cost of an operation, whose name ends in `=` and may be abbreviated; a missing cost sets none. Returns
    /// whether it is valid.
    pub(super) fn set(&mut self, operation: &[u8], cost: f64) -> bool {
        let name: Vec<u8> = operation.iter().copied().filter(|byte| *byte != b' ').collect();
        let Some(name) = name.strip_suffix(b"=").filter(|name| !name.is_empty()) else {
            return false;
        };
        let is_meant =
            |full: &&str| full.len() >= name.len() && full.as_bytes()[..name.len()].eq_ignore_ascii_case(name);
        let Some(place) = OPERATIONS.iter().position(is_meant) else {
            return false;
        };
        if cost.is_nan() {
            return true;
        }
        if cost.fract() != 0.0 || cost.abs() > 32_767.0 {
            return false;
        }
        self.0[place] = cost;
        true
    }

    /// Returns the costs with those of a first character set to those of others, unless they are given.
    pub(super) fn completed(mut self) -> Self {
        for (first, other) in [("FDELETE", "DELETE"), ("FINSERT", "INSERT"), ("FREPLACE", "REPLACE")] {
            let cost = self.of(other);
            if let Some(place) = OPERATIONS.iter().position(|name| *name == first)
                && self.0[place].is_nan()
            {
                self.0[place] = cost;
            }
        }
        self
    }

    /// Returns the cost of an operation by its name.
    pub(super) fn of(&self, name: &str) -> f64 {
        let place = OPERATIONS.iter().position(|operation| *operation == name);
        place.map_or(NEVER, |place| self.0[place])
    }
}
