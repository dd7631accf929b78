//! Functions and CALL routines that cannot be here, each with the reason.

/// The names and the reasons.
const REASONS: &[(&[&str], &str)] = &[
    (
        &[
            "ADDR",
            "ADDRLONG",
            "PEEK",
            "PEEKC",
            "PEEKLONG",
            "PEEKCLONG",
            "PTRLONGADD",
            "POKE",
            "POKELONG",
        ],
        "addresses of memory are not given to programs, so that none can read or change what is not its own",
    ),
    (
        &["MODULE", "MODULEN", "MODULEC", "MODULEI", "MODULEIN", "MODULEIC"],
        "functions of other programs' libraries cannot be called from here",
    ),
    (
        &["ZIPCITY", "ZIPCITYDISTANCE"],
        "they need a table of cities by ZIP codes, which is not part of this program; read one as a data set",
    ),
    (
        &["RANBIN", "RANCAU", "RANGAM", "RANPOI"],
        "their streams are not published; RAND has the same distribution",
    ),
];

/// Returns why a function or routine is not there.
pub(in super::super) fn reason(name: &str) -> Option<&'static str> {
    let is_name = |other: &&str| other.eq_ignore_ascii_case(name);
    let found = REASONS.iter().find(|(names, _)| names.iter().any(is_name));
    found.map(|(_, reason)| *reason)
}
