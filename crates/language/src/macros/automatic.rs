//! The automatic macro variables.

use feedrate_values::calendar::Date;

use super::{Name, Symbols};

/// The variables about the system and the language that have the same value in each session.
const OF_THE_SYSTEM: &[(&str, &str)] = &[
    // Characters are bytes.
    ("SYSCHARWIDTH", "1"),
    ("SYSENCODING", "utf-8"),
    // There is no keyboard to ask.
    ("SYSENV", "BACK"),
    // The greatest integer up to which a number has all of them.
    ("SYSMAXLONG", "9007199254740992"),
    ("SYSMENV", "S"),
    ("SYSSIZEOFLONG", "8"),
    ("SYSSIZEOFUNICODE", "4"),
    // The release of the language, as SYSVER.
    ("SYSVLONG", "9.04.01M7"),
    ("SYSVLONG4", "9.04.01M7"),
    // No step is being read.
    ("SYSDATASTEPPHASE", ""),
    ("SYSPROCNAME", ""),
    // There are no templates, no licensed site, no log of an application, no session of STARTSAS and no TIMEZONE=.
    ("SYSLOGAPPLNAME", ""),
    ("SYSODSPATH", ""),
    ("SYSSITE", ""),
    ("SYSSTARTID", ""),
    ("SYSSTARTNAME", ""),
    ("SYSTIMEZONE", ""),
    ("SYSTIMEZONEIDENT", ""),
];

impl Symbols {
    /// Creates the automatic variables of a session that begins now, in seconds since 1960: the date and time, the
    /// system, the parameter that the caller passes to the program, and the conditions, which are 0. The session sets
    /// `SYSERR`, `SYSCC` and `SYSLAST` as steps end, and `SQLOBS`, `SQLRC` and `SQLEXITCODE` as statements of PROC SQL
    /// do, with [`Symbols::set_automatic`]. `SQLXRC` stays 0, because no other database is queried.
    pub fn begin_session(&mut self, datetime: f64, parameter: &str) {
        let mut fixed = |name: &str, value: &str| self.set_named(name, value, true);
        if let Some((date, seconds)) = Date::of_datetime(datetime) {
            let month = date.month_name().get(..3).unwrap_or_default().to_ascii_uppercase();
            let (day, year) = (date.day(), date.year());
            fixed("SYSDATE", &format!("{day:02}{month}{:02}", year.rem_euclid(100)));
            fixed("SYSDATE9", &format!("{day:02}{month}{year:04}"));
            fixed("SYSDAY", date.weekday_name());
            let minutes = (seconds / 60.0) as u32;
            fixed("SYSTIME", &format!("{:02}:{:02}", minutes / 60, minutes % 60));
        }
        // The release of the language, on which programs may branch.
        fixed("SYSVER", "9.4");
        fixed("SYSSCP", "LIN X64");
        fixed("SYSSCPL", "Linux");
        // A session that another one started sets it with `Symbols::set_automatic`.
        fixed("SYSPROCESSMODE", "SAS Batch Mode");
        for (name, value) in OF_THE_SYSTEM {
            fixed(name, value);
        }
        let endian = if cfg!(target_endian = "little") {
            "LITTLE"
        } else {
            "BIG"
        };
        fixed("SYSENDIAN", endian);
        let bytes = std::mem::size_of::<usize>();
        fixed("SYSADDRBITS", &(8 * bytes).to_string());
        fixed("SYSSIZEOFPTR", &bytes.to_string());
        fixed("SYSERR", "0");
        fixed("SYSERRORTEXT", "");
        fixed("SYSWARNINGTEXT", "");
        fixed("SYSINDEX", "0");
        let mut free = |name: &str, value: &str| self.set_named(name, value, false);
        free("SYSCC", "0");
        free("SYSRC", "0");
        free("SYSLAST", "_NULL_");
        free("SYSDSN", "");
        free("SYSPARM", parameter);
        free("SYSMSG", "");
        for name in ["SYSLIBRC", "SYSFILRC", "SYSLCKRC", "SYSINFO", "SYSDMG", "SYSNOBS"] {
            free(name, "0");
        }
        for name in ["SYSBUFFR", "SYSCMD", "SYSDEVIC", "SYSERRORTEXT", "SYSWARNINGTEXT"] {
            free(name, "");
        }
        for name in ["SQLOBS", "SQLRC", "SQLEXITCODE", "SQLXRC"] {
            free(name, "0");
        }
    }

    fn set_named(&mut self, name: &str, value: &str, read_only: bool) {
        if let Some(name) = Name::new(name) {
            self.set_automatic(name, value, read_only);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_a_session_began() {
        let mut symbols = Symbols::default();
        // 1 March 2026, 09:05:59
        symbols.begin_session(24_166.0 * 86_400.0 + 9.0 * 3600.0 + 5.0 * 60.0 + 59.0, "p");
        let value = |name| symbols.get(Name::new(name).unwrap()).unwrap().into_owned();
        let values = ["SYSDATE", "SYSDATE9", "SYSDAY", "SYSTIME", "SYSPARM"].map(value);
        assert_eq!(values, ["01MAR26", "01MAR2026", "Sunday", "09:05", "p"]);
    }
}
