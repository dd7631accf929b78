//! Options of the language that mean nothing here, which programs set all the same.

/// Their names without NO before them, and why they have no effect.
const IDLE: &[(&[&str], &str)] = &[
    (
        &[
            "BOTTOMMARGIN",
            "FORMDLIM",
            "LEFTMARGIN",
            "ORIENTATION",
            "OVP",
            "PAGENO",
            "PAGESIZE",
            "PAPERSIZE",
            "PS",
            "RIGHTMARGIN",
            "SKIP",
            "TOPMARGIN",
        ],
        "the listing has no pages",
    ),
    (
        &["CLEANUP", "SPOOL", "XMIN", "XSYNC", "XWAIT"],
        "there are no windows",
    ),
    (&["IBUFNO", "IBUFSIZE"], "there are no indexes"),
    (&["MSGLEVEL"], "the log tells all that there is to tell"),
    (&["FMTSEARCH"], "formats are those that the program makes"),
    (
        &["MAUTOSOURCE", "SASAUTOS"],
        "macros are those of the program and of what it includes",
    ),
];

/// Why an option of this name, in capitals, with or without NO before it, has no effect; `None` of others.
pub(super) fn why_idle(word: &str) -> Option<&'static str> {
    let of = |name: &str| {
        let mut idle = IDLE.iter();
        idle.find(|(names, _)| names.contains(&name))
            .map(|(_, why)| *why)
    };
    of(word).or_else(|| of(word.strip_prefix("NO")?))
}
