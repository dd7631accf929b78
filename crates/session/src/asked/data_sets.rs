//! The functions on data sets: OPEN, FETCH, GETVARN and so on.

use feedrate_dataset::Error;
use feedrate_dataset::schema::Variable;
use feedrate_options::StepOptions;
use feedrate_values::function::Answer;
use feedrate_values::{Kind, Value};

use super::attributes;
use super::open_data_set::OpenDataSet;
use super::respondent::{Arguments, END, NOT_OPENED, Respondent};

pub(super) fn answer(respondent: &mut Respondent<'_>, function: &str, given: Arguments<'_>) -> Option<Answer> {
    Some(match function {
        "OPEN" => open(respondent, given),
        "CLOSE" => match respondent.state.data_sets.take(given.number(0)) {
            Some(_) => respondent.succeed(),
            None => Answer::Invalid(0),
        },
        "DSNAME" => match respondent.state.data_sets.get(given.number(0)) {
            Some(opened) => Answer::Text(opened.name.to_string().into_bytes()),
            None => Answer::Invalid(0),
        },
        "ATTRN" | "ATTRC" | "VARNUM" | "VARNAME" | "VARTYPE" | "VARLEN" | "VARFMT" | "VARINFMT" | "VARLABEL"
        | "GETVARN" | "GETVARC" | "CUROBS" => match respondent.state.data_sets.get(given.number(0)) {
            Some(opened) => of_data_set(opened, function, given, &respondent.options.steps),
            None => Answer::Invalid(0),
        },
        "SET" => match respondent.state.data_sets.get(given.number(0)) {
            Some(opened) => {
                opened.is_linked = true;
                Answer::Number(0.0)
            }
            None => Answer::Invalid(0),
        },
        "FETCH" | "FETCHOBS" | "NOTE" | "POINT" | "REWIND" | "DROPNOTE" => place(respondent, function, given),
        _ => return None,
    })
}

fn open(respondent: &mut Respondent<'_>, given: Arguments<'_>) -> Answer {
    let mode = match given.text(1).to_ascii_uppercase().as_str() {
        "" => "I".to_owned(),
        mode @ ("I" | "IN" | "IS") => mode.to_owned(),
        mode => return respondent.open_nothing(format!("ERROR: OPEN has no mode {mode}; it reads with I, IN and IS.")),
    };
    let spelled = match given.text(0) {
        last if last.is_empty() || last.eq_ignore_ascii_case("_last_") => {
            return respondent.open_nothing("ERROR: OPEN needs the name of a data set.");
        }
        spelled => spelled,
    };
    let opened = match OpenDataSet::open(&spelled, mode, respondent.libraries) {
        Ok(opened) => respondent.state.data_sets.add(opened),
        Err(text) => return respondent.open_nothing(format!("ERROR: {text}")),
    };
    match opened {
        Some(number) => {
            respondent.say(0, "");
            Answer::Number(number)
        }
        None => respondent.open_nothing("ERROR: Too many data sets are open; CLOSE some."),
    }
}

/// Answers a function about the variables, the attributes and the values of an open data set.
fn of_data_set(opened: &OpenDataSet, function: &str, given: Arguments<'_>, options: &StepOptions) -> Answer {
    match function {
        "ATTRN" => attributes::number(opened, &given.text(1), options).map_or(Answer::Invalid(1), Answer::Number),
        "ATTRC" => match attributes::text(opened, &given.text(1)) {
            Some(text) => Answer::Text(text.into_bytes()),
            None => Answer::Invalid(1),
        },
        "VARNUM" => {
            let name = given.text(1);
            let mut names = opened.variables.iter().map(|variable| &variable.name);
            let place = names.position(|other| feedrate_dataset::schema::same_name(other, &name));
            Answer::Number(place.map_or(0.0, |place| (place + 1) as f64))
        }
        "CUROBS" => Answer::Number(opened.number as f64),
        _ => match given.count(1).map(|number| number as usize - 1) {
            Some(place) if place < opened.variables.len() => of_variable(opened, function, place),
            _ => Answer::Invalid(1),
        },
    }
}

/// Answers a function about a variable, by its place from 0.
fn of_variable(opened: &OpenDataSet, function: &str, place: usize) -> Answer {
    let variable: &Variable = &opened.variables[place];
    let text = |text: String| Answer::Text(text.into_bytes());
    match function {
        "VARNAME" => text(variable.name.clone()),
        "VARTYPE" => text(if variable.kind == Kind::Text { "C" } else { "N" }.to_owned()),
        "VARLEN" => Answer::Number(f64::from(variable.length)),
        "VARFMT" => text(variable.format.as_ref().map(ToString::to_string).unwrap_or_default()),
        "VARINFMT" => text(variable.informat.as_ref().map(ToString::to_string).unwrap_or_default()),
        "VARLABEL" => text(variable.label.clone()),
        _ => match (function, opened.value(place)) {
            ("GETVARN", Some(Value::Number(number))) => Answer::Number(number),
            ("GETVARC", Some(Value::Text(value))) => Answer::Text(value.to_vec()),
            // Nothing was fetched yet.
            (_, None) => Answer::Invalid(0),
            _ => Answer::Invalid(1),
        },
    }
}

/// Answers a function that moves in an open data set.
fn place(respondent: &mut Respondent<'_>, function: &str, given: Arguments<'_>) -> Answer {
    let Some(opened) = respondent.state.data_sets.get(given.number(0)) else {
        return Answer::Invalid(0);
    };
    let note = |opened: &OpenDataSet| {
        let place = given.count(1).map(|number| number as usize - 1);
        place.filter(|place| opened.notes.get(*place).is_some_and(Option::is_some))
    };
    let fetched: Result<bool, Error> = match function {
        "FETCH" => opened.fetch(),
        "FETCHOBS" => match given.count(1) {
            Some(number) => opened.fetch_number(number),
            None => return Answer::Invalid(1),
        },
        "NOTE" => {
            let number = opened.number;
            let free = opened.notes.iter().position(Option::is_none);
            let place = free.unwrap_or(opened.notes.len());
            match free {
                Some(place) => opened.notes[place] = Some(number),
                None => opened.notes.push(Some(number)),
            }
            return Answer::Number((place + 1) as f64);
        }
        "POINT" => match note(opened) {
            Some(place) => {
                let noted = opened.notes[place].unwrap_or_default();
                opened.point(noted);
                Ok(true)
            }
            None => return Answer::Invalid(1),
        },
        "DROPNOTE" => match note(opened) {
            Some(place) => {
                opened.notes[place] = None;
                Ok(true)
            }
            None => return Answer::Invalid(1),
        },
        _ => {
            opened.rewind();
            Ok(true)
        }
    };
    let is_fetched = matches!(fetched, Ok(true)) && function.starts_with("FETCH");
    let linked = (is_fetched && opened.is_linked).then(|| opened.texts());
    match fetched {
        Ok(true) => {
            let succeeded = respondent.succeed();
            linked.map_or(succeeded, |values| Answer::Fetched(0.0, values))
        }
        Ok(false) => respondent.fail(END, "WARNING: The end of the data set was reached."),
        Err(error) => respondent.fail(NOT_OPENED, format!("ERROR: {error}")),
    }
}
