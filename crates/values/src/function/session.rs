//! The functions that the session answers: about its data sets, files, libraries, options, hosts and macros.
//!
//! Here are their names and arguments; whoever runs a program carries them out, as [`SessionLookup`] asks.
//!
//! [`SessionLookup`]: super::SessionLookup

use super::{Answer, ArgumentKind, Arguments, Context, Function, LENGTH};
use crate::missing::MISSING;
use crate::value::Value;

use ArgumentKind::{Number, Text};

/// Makes the entry of a function with a numeric result.
macro_rules! number {
    ($name:literal, $arguments:expr) => {
        Function::number($name, $arguments, |context, arguments| {
            number(context, $name, arguments)
        })
    };
}

/// Makes the entry of a function with a character result.
macro_rules! text {
    ($name:literal, $arguments:expr) => {
        Function::text($name, $arguments, LENGTH, |context, arguments, out| {
            text(context, $name, arguments, out);
        })
    };
}

pub(super) const FUNCTIONS: &[Function] = &[
    number!("OPEN", Arguments::between(1, 4, &[Text])),
    number!("CLOSE", Arguments::between(1, 1, &[Number])),
    number!("ATTRN", Arguments::between(2, 2, &[Number, Text])),
    number!("VARNUM", Arguments::between(2, 2, &[Number, Text])),
    number!("VARLEN", Arguments::between(2, 2, &[Number])),
    number!("FETCH", Arguments::between(1, 2, &[Number, Text])),
    number!("FETCHOBS", Arguments::between(2, 3, &[Number, Number, Text])),
    number!("GETVARN", Arguments::between(2, 2, &[Number])),
    number!("CUROBS", Arguments::between(1, 1, &[Number])),
    number!("NOTE", Arguments::between(1, 1, &[Number])),
    number!("POINT", Arguments::between(2, 2, &[Number])),
    number!("REWIND", Arguments::between(1, 1, &[Number])),
    number!("DROPNOTE", Arguments::between(2, 2, &[Number])),
    number!("FEXIST", Arguments::between(1, 1, &[Text])),
    number!("FILENAME", Arguments::between(1, 5, &[Text])).changing(0),
    number!("FILEREF", Arguments::between(1, 1, &[Text])),
    number!("LIBNAME", Arguments::between(1, 4, &[Text])),
    number!("LIBREF", Arguments::between(1, 1, &[Text])),
    number!("RENAME", Arguments::between(2, 5, &[Text])),
    number!("FOPEN", Arguments::between(1, 4, &[Text, Text, Number, Text])),
    number!("MOPEN", Arguments::between(2, 5, &[Number, Text, Text, Number, Text])),
    number!("FREAD", Arguments::between(1, 1, &[Number])),
    number!("FGET", Arguments::between(2, 3, &[Number, Text, Number])).changing(1),
    number!("FPUT", Arguments::between(2, 2, &[Number, Text])),
    number!("FWRITE", Arguments::between(1, 2, &[Number, Text])),
    number!("FAPPEND", Arguments::between(1, 2, &[Number, Text])),
    number!("FCLOSE", Arguments::between(1, 1, &[Number])),
    number!("FCOL", Arguments::between(1, 1, &[Number])),
    number!("FPOS", Arguments::between(2, 2, &[Number])),
    number!("FSEP", Arguments::between(2, 3, &[Number, Text])),
    number!("FRLEN", Arguments::between(1, 1, &[Number])),
    number!("FNOTE", Arguments::between(1, 1, &[Number])),
    number!("FPOINT", Arguments::between(2, 2, &[Number])),
    number!("FREWIND", Arguments::between(1, 1, &[Number])),
    number!("FDELETE", Arguments::between(1, 1, &[Text])),
    number!("FCOPY", Arguments::between(2, 2, &[Text])),
    number!("SLEEP", Arguments::between(1, 2, &[Number])),
    number!("SYSTEM", Arguments::between(1, 1, &[Text])),
    number!("FOPTNUM", Arguments::between(1, 1, &[Number])),
    number!("DOPEN", Arguments::between(1, 1, &[Text])),
    number!("DNUM", Arguments::between(1, 1, &[Number])),
    number!("DCLOSE", Arguments::between(1, 1, &[Number])),
    number!("DOPTNUM", Arguments::between(1, 1, &[Number])),
    number!("SYSRC", Arguments::between(0, 0, &[])),
    number!("SYSEXIST", Arguments::between(1, 1, &[Text])),
    number!("ENVLEN", Arguments::between(1, 1, &[Text])),
    number!("DOSUBL", Arguments::between(1, 1, &[Text])),
    number!("GRDSVC_ENABLE", Arguments::at_least(1, &[Text])),
    number!("GRDSVC_GETINFO", Arguments::between(1, 1, &[Text])),
    number!("GRDSVC_NNODES", Arguments::at_least(0, &[Text])),
    text!("ATTRC", Arguments::between(2, 2, &[Number, Text])),
    text!("DSNAME", Arguments::between(1, 1, &[Number])),
    text!("VARNAME", Arguments::between(2, 2, &[Number])),
    text!("VARTYPE", Arguments::between(2, 2, &[Number])),
    text!("VARFMT", Arguments::between(2, 2, &[Number])),
    text!("VARINFMT", Arguments::between(2, 2, &[Number])),
    text!("VARLABEL", Arguments::between(2, 2, &[Number])),
    text!("GETVARC", Arguments::between(2, 2, &[Number])),
    text!("PATHNAME", Arguments::between(1, 3, &[Text])),
    text!("FINFO", Arguments::between(2, 2, &[Number, Text])),
    text!("FOPTNAME", Arguments::between(2, 2, &[Number])),
    text!("DREAD", Arguments::between(2, 2, &[Number])),
    text!("DINFO", Arguments::between(2, 2, &[Number, Text])),
    text!("DOPTNAME", Arguments::between(2, 2, &[Number])),
    text!("DCREATE", Arguments::between(1, 2, &[Text])),
    text!("GETOPTION", Arguments::between(1, 6, &[Text])),
    text!("SYSGET", Arguments::between(1, 1, &[Text])),
    text!("SYSMSG", Arguments::between(0, 0, &[])),
    text!("RESOLVE", Arguments::between(1, 1, &[Text])),
    text!("GRDSVC_GETADDR", Arguments::between(1, 1, &[Text])),
    text!("GRDSVC_GETNAME", Arguments::between(1, 1, &[Text])),
];

fn number(context: &mut Context<'_>, function: &str, arguments: &[Value<'_>]) -> f64 {
    match context.ask(function, arguments) {
        Answer::Number(number) => number,
        _ => MISSING,
    }
}

fn text(context: &mut Context<'_>, function: &str, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    if let Answer::Text(text) = context.ask(function, arguments) {
        out.extend_from_slice(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FixedClock, LogLine, NoSymbols, SessionLookup, find};
    use super::*;
    use crate::format::Formats;

    /// Answers with the function and its arguments.
    struct Echo;

    impl SessionLookup for Echo {
        fn ask(&self, function: &str, arguments: &[Value<'_>], lines: &mut Vec<LogLine>) -> Answer {
            lines.push(LogLine::Plain(function.to_owned()));
            match function {
                "DNUM" => Answer::Number(arguments.len() as f64),
                "FGET" => Answer::Changed(0.0, b"read".to_vec()),
                "DREAD" => Answer::Invalid(1),
                _ => Answer::Text(function.as_bytes().to_vec()),
            }
        }
    }

    #[test]
    fn the_session_is_asked_and_its_answer_comes_back() {
        let (clock, mut symbols) = (FixedClock(0.0), NoSymbols);
        let mut context = Context::new(&clock, &mut symbols, Formats::of_language());
        let mut out = Vec::new();
        let one = [Value::Number(1.0)];
        let mut call = |context: &mut Context<'_>, name: &str, arguments: &[Value<'_>]| {
            out.clear();
            let number = find(name).unwrap().call(context, arguments, &mut out);
            (number, String::from_utf8(out.clone()).unwrap())
        };
        // Without a session there is nobody to ask.
        let (number, _) = call(&mut context, "dnum", &one);
        assert!(number.unwrap().is_nan() && context.take_problem().is_some());
        context.session = Some(&Echo);
        assert_eq!(call(&mut context, "dnum", &one).0, Some(1.0));
        assert_eq!(context.take_lines(), [LogLine::Plain("DNUM".to_owned())]);
        assert_eq!(call(&mut context, "resolve", &[Value::Text(b"x")]).1, "RESOLVE");
        let (number, _) = call(&mut context, "fget", &[one[0], Value::Text(b"    ")]);
        assert_eq!((number, context.take_changed()), (Some(0.0), Some(b"read".to_vec())));
        assert_eq!(call(&mut context, "dread", &[one[0], one[0]]).1, "");
        assert!(context.take_problem().is_some());
    }
}
