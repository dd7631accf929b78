//! The functions of SAS Grid: which sessions a program wants on the hosts of the user, and what it is told of these.

use std::collections::BTreeMap;

use feedrate_connect::HostName;

/// The name that stands for all sessions.
const ALL: &str = "_ALL_";

/// The longest name of a session.
const LONGEST: usize = 8;

/// The choice of GRDSVC_ENABLE for a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing.
    None,
    /// It is to run in the grid.
    Enabled,
    /// It is not.
    Disabled,
}

/// The result codes of GRDSVC_ENABLE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The grid is there, and the sessions run in it.
    Enabled = 0,
    /// There is none, and the sessions run on this machine.
    NoGrid = 1,
    /// The sessions do not run in it.
    Disabled = 2,
    /// The session is not named.
    NoName = -1,
    /// An option is malformed.
    BadOption = -2,
}

/// The sessions that are to run in the grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    all: Option<bool>,
    named: BTreeMap<String, bool>,
}

impl Grid {
    /// Returns what was said of a session, by its name in upper case.
    pub(super) fn choice(&self, name: &str) -> Choice {
        match self.named.get(name).copied().or(self.all) {
            None => Choice::None,
            Some(true) => Choice::Enabled,
            Some(false) => Choice::Disabled,
        }
    }

    /// Executes GRDSVC_ENABLE. `is_there` is whether there is a grid.
    pub(super) fn enable(&mut self, arguments: &[&str], is_there: bool) -> Answer {
        let Some((name, options)) = arguments.split_first() else {
            return Answer::NoName;
        };
        let name = plain(name).to_ascii_uppercase();
        if name.is_empty() || (name != ALL && name.len() > LONGEST) {
            return Answer::NoName;
        }
        // An empty option takes the session out of the grid.
        let enables = !matches!(options, [option] if plain(option).is_empty());
        let mut parts = options
            .iter()
            .flat_map(|text| plain(text).split(';'))
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let is_option = |part: &str| {
            part.split_once('=').is_some_and(|(word, value)| {
                let word = word.trim();
                let is_word = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
                !word.is_empty() && is_word && !value.trim().is_empty()
            })
        };
        if !parts.all(is_option) {
            return Answer::BadOption;
        }
        match name.as_str() {
            ALL => {
                self.all = Some(enables);
                self.named.clear();
            }
            _ => {
                self.named.insert(name, enables);
            }
        }
        match (enables, is_there) {
            (false, _) => Answer::Disabled,
            (true, false) => Answer::NoGrid,
            (true, true) => Answer::Enabled,
        }
    }

    /// Returns the lines of GRDSVC_GETINFO: which sessions are to run in the grid.
    pub(super) fn lines(&self, is_there: bool) -> Vec<String> {
        let line = |name: &str, enabled: bool| {
            let state = match (enabled, is_there) {
                (false, _) => "disabled",
                (true, false) => "enabled, on this machine: there is no grid",
                (true, true) => "enabled",
            };
            format!("{name:<8} {state}")
        };
        let all = self.all.map(|enabled| line(ALL, enabled));
        let named = self.named.iter();
        let named = named.map(|(name, enabled)| line(name, *enabled));
        all.into_iter().chain(named).collect()
    }
}

/// Returns an argument without the quotes that may be around it in a macro, and blanks.
pub(super) fn plain(text: &str) -> &str {
    let text = text.trim();
    let within = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).map_or(text, str::trim)
}

/// Returns the addresses of a host with blanks between, or an empty text if it has none.
pub(super) fn addresses(host: &str) -> String {
    use std::net::ToSocketAddrs as _;
    let found = (host, 0).to_socket_addrs();
    let mut addresses: Vec<String> = found
        .into_iter()
        .flatten()
        .map(|address| address.ip().to_string())
        .collect();
    addresses.dedup();
    addresses.join(" ")
}

/// Returns the name of this machine.
pub(super) fn own_name() -> String {
    let name = feedrate_connect::machine_name();
    HostName::new(&name).map_or_else(|_| String::new(), |name| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_those_of_the_language() {
        let mut grid = Grid::default();
        for (arguments, is_there, code) in [
            (&["_all_", "server=SASApp"][..], true, 0),
            (&["_all_", "resource=SASApp"], false, 1),
            (&["t1", "\"resource=SASApp;jobname=x;\""], true, 0),
            (&["t1", "server=SASApp; workload=em", "jobopts=y"], true, 0),
            (&["t1"], true, 0),
            (&["t1", "\"\""], true, 2),
            (&["t1", ""], false, 2),
            (&[], true, -1),
            (&["", "server=SASApp"], true, -1),
            (&["muchtoolong", "server=SASApp"], true, -1),
            (&["t1", "server"], true, -2),
            (&["t1", "server="], true, -2),
        ] {
            assert_eq!(grid.enable(arguments, is_there) as i32, code, "{arguments:?}");
        }
    }

    #[test]
    fn a_name_counts_more_than_all_until_all_are_named_anew() {
        let mut grid = Grid::default();
        assert_eq!(grid.choice("T1"), Choice::None);
        grid.enable(&["_ALL_", "server=x"], true);
        grid.enable(&["t1", ""], true);
        assert_eq!(grid.choice("T1"), Choice::Disabled);
        assert_eq!(grid.choice("T2"), Choice::Enabled);
        assert_eq!(grid.lines(true), ["_ALL_    enabled", "T1       disabled"]);
        grid.enable(&["_all_", "server=x"], true);
        assert_eq!(grid.choice("T1"), Choice::Enabled);
    }
}
