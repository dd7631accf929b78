//! The values of `_IORC_`: whether MODIFY and KEY= have found an observation.

/// A value of `_IORC_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReturnCode {
    /// An observation was found.
    Found,
    /// A transaction has no observation in the master.
    NoMaster,
    /// Another transaction with the same BY values has none either.
    NoMasterAgain,
    /// There is no observation of this number, or with these key values.
    NoMatch,
}

impl ReturnCode {
    /// All values.
    pub const ALL: [Self; 4] = [
        Self::Found,
        Self::NoMaster,
        Self::NoMasterAgain,
        Self::NoMatch,
    ];

    /// Returns the value of this mnemonic, ignoring case.
    pub fn of_mnemonic(mnemonic: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|code| code.mnemonic().eq_ignore_ascii_case(mnemonic))
    }

    /// Returns its name in `%sysrc`.
    pub fn mnemonic(self) -> &'static str {
        match self {
            Self::Found => "_SOK",
            Self::NoMaster => "_DSENMR",
            Self::NoMasterAgain => "_DSEMTR",
            Self::NoMatch => "_DSENOM",
        }
    }

    /// Returns its number.
    pub fn number(self) -> u32 {
        match self {
            Self::Found => 0,
            Self::NoMaster => 1_230_013,
            Self::NoMasterAgain => 1_230_014,
            Self::NoMatch => 1_230_015,
        }
    }

    /// Returns its text; empty if an observation was found.
    pub fn text(self) -> &'static str {
        match self {
            Self::Found => "",
            Self::NoMaster => {
                "The TRANSACTION data set observation does not exist on the MASTER data set."
            }
            Self::NoMasterAgain => {
                "Multiple TRANSACTION data set observations do not exist on the MASTER data set."
            }
            Self::NoMatch => "No matching observation was found in MASTER data set.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemonics_are_found_in_any_case() {
        for code in ReturnCode::ALL {
            let lower = code.mnemonic().to_lowercase();
            assert_eq!(ReturnCode::of_mnemonic(&lower), Some(code));
        }
        assert_eq!(ReturnCode::of_mnemonic("_OTHER"), None);
    }
}
