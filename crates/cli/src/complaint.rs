//! Errors in the arguments, as one line.

use std::ffi::OsString;

use clap::error::ErrorKind;
pub use feedrate_dialects::sentence as without_help;
use feedrate_workload::dash;

/// Returns the error and a reference to the help in one line.
pub fn one_line(error: &clap::Error) -> String {
    format!("{}; see --help", without_help(error))
}

/// Returns an error if an argument ends with a carriage return, which is invisible: a script with Windows line ends has
/// one at the end of each line. No option and hardly a file name ends with one.
pub fn carriage_return(arguments: &[OsString]) -> Option<String> {
    let ended = |argument: &OsString| argument.as_encoded_bytes().ends_with(b"\r");
    let argument = arguments.iter().find(|argument| ended(argument))?;
    let argument = argument.to_string_lossy();
    Some(format!(
        "the argument '{}' ends with an invisible carriage return, as in a script with line ends of Windows; take them \
         out by sed -i 's/\\r$//' SCRIPT",
        argument.trim_end_matches('\r')
    ))
}

/// Returns an error if an argument begins with a dash that is no hyphen. The commands of other tools look for such
/// themselves; some of these tools take dashes for hyphens.
pub fn dash(arguments: &[OsString]) -> Option<String> {
    const TOOLS: [&str; 5] = ["fio", "sqlio", "diskspd", "sasiotest", "translate"];
    let first = arguments.first()?;
    if TOOLS.iter().any(|tool| first == tool) {
        return None;
    }
    arguments.iter().find_map(|argument| dash::complaint(argument))
}

/// Returns whether it is not an error but the requested output: help or the version.
pub fn is_answer(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::commands::Arguments;

    fn said(line: &str) -> String {
        let words = ["feedrate"].into_iter().chain(line.split_whitespace());
        one_line(&Arguments::try_parse_from(words).expect_err("the line is wrong"))
    }

    #[test]
    fn an_invisible_carriage_return_is_named() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(carriage_return(&words(&["sqlio", "-kR", "a\rb"])), None);
        assert_eq!(
            carriage_return(&words(&["sqlio", "-kR", "x.dat\r"])).as_deref(),
            Some(
                "the argument 'x.dat' ends with an invisible carriage return, as in a script with line ends of \
                 Windows; take them out by sed -i 's/\\r$//' SCRIPT"
            )
        );
    }

    #[test]
    fn a_dash_in_place_of_a_hyphen_is_named_except_where_a_tool_takes_it() {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let named = dash(&words(&["measure", "f", "––method", "direct"]));
        assert!(named.is_some_and(|text| text.contains("an en dash (U+2013)")));
        assert_eq!(dash(&words(&["sqlio", "–kR"])), None);
        assert_eq!(dash(&words(&["measure", "f", "--method", "direct"])), None);
    }

    #[test]
    fn a_complaint_is_one_line_that_names_the_option() {
        assert_eq!(
            said("measure f --page 64Q"),
            "invalid value '64Q' for '--page <SIZE>': 'Q' is not a unit of size; \
             use K, M, G or T (powers of 1,024); see --help"
        );
        assert_eq!(
            said("measure f --metod direct"),
            "unexpected argument '--metod' found; a similar argument exists: '--method'; see --help"
        );
        assert_eq!(
            said("measure f --method dirct"),
            "invalid value 'dirct' for '--method <METHOD>' [possible values: cached, direct, \
             unbuffered, write-through]; a similar value exists: 'direct'; see --help"
        );
        assert_eq!(
            said("measure"),
            "the following required arguments were not provided: <FILE>; see --help"
        );
    }
}
