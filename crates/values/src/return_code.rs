//! The values of `_IORC_`: whether MODIFY and KEY= have found an observation, and whether one was written; and other
//! codes of `%sysrc`.

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
    /// REPLACE or OUTPUT would have given two observations the same key of a unique index.
    NotWritten,
}

/// The mnemonics of conditions that do not arise here, and their codes.
const OTHERS: &[(&str, i32)] = &[
    ("_SEDLREC", 630_049),
    ("_SEDUPLB", 70_004),
    ("_SEIBASN", 70_006),
    ("_SEINUSE", 70_025),
    ("_SEINVLB", 70_002),
    ("_SEINVLN", 20_014),
    ("_SELBACC", 70_029),
    ("_SELBUSE", 70_025),
    ("_SELGASN", 70_006),
    ("_SENOASN", 20_004),
    ("_SENOLNM", 20_031),
    ("_SESEQLB", 630_032),
    ("_SWDUPLB", -70_004),
    ("_SWEOF", -1),
    ("_SWLKUSR", -630_097),
    ("_SWLKYOU", -630_098),
    ("_SWNOLIB", -70_008),
    ("_SWNOLKH", -630_099),
];

/// Returns the code of a mnemonic, ignoring case.
pub fn code_of(mnemonic: &str) -> Option<i32> {
    let of_step = ReturnCode::ALL.iter().map(|code| (code.mnemonic(), code.number()));
    let mut all = of_step.chain(OTHERS.iter().copied());
    let found = all.find(|(name, _)| name.eq_ignore_ascii_case(mnemonic));
    found.map(|(_, code)| code)
}

impl ReturnCode {
    /// All values.
    pub const ALL: [Self; 5] = [
        Self::Found,
        Self::NoMaster,
        Self::NoMasterAgain,
        Self::NoMatch,
        Self::NotWritten,
    ];

    /// Returns its name in `%sysrc`.
    pub fn mnemonic(self) -> &'static str {
        match self {
            Self::Found => "_SOK",
            Self::NoMaster => "_DSENMR",
            Self::NoMasterAgain => "_DSEMTR",
            Self::NoMatch => "_DSENOM",
            Self::NotWritten => "_SENOCHN",
        }
    }

    /// Returns its number.
    pub fn number(self) -> i32 {
        match self {
            Self::Found => 0,
            Self::NoMaster => 1_230_013,
            Self::NoMasterAgain => 1_230_014,
            Self::NoMatch => 1_230_015,
            Self::NotWritten => 630_058,
        }
    }

    /// Returns its text; empty if an observation was found.
    pub fn text(self) -> &'static str {
        match self {
            Self::Found => "",
            Self::NoMaster => "The TRANSACTION data set observation does not exist on the MASTER data set.",
            Self::NoMasterAgain => "Multiple TRANSACTION data set observations do not exist on the MASTER data set.",
            Self::NoMatch => "No matching observation was found in MASTER data set.",
            Self::NotWritten => "Add/Update failed because data value(s) do not comply with a unique index.",
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
            assert_eq!(code_of(&lower), Some(code.number()));
        }
        assert_eq!(code_of("_swnolib"), Some(-70_008));
        assert_eq!(code_of("_OTHER"), None);
    }
}
