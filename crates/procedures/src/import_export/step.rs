//! The DATA step that PROC IMPORT and PROC EXPORT stand for, as the log shows it.

use std::path::Path;

use feedrate_dataset::delimited::Shape;
use feedrate_dataset::{Schema, Variable};
use feedrate_values::{Kind, Spec};

use super::transfer::{ERROR, RECORDS};

/// The first lines.
const HEAD: &str = "\
/**********************************************************************
*   DESC:      Generated DATA step code
***********************************************************************/";

/// Returns the step that reads a file with these variables as a data set, which is given as in a program.
pub(super) fn import(path: &Path, shape: Shape, data_set: &str, schema: &Schema) -> String {
    let variables = schema.variables();
    let mut text = format!(
        "{HEAD}\n   data {data_set}    ;\n   %let {ERROR} = 0; /* set the ERROR detection macro variable */\n   \
         infile {} delimiter = {} MISSOVER DSD lrecl=32767{} ;\n",
        quoted(&path.display().to_string()),
        delimiter(shape.delimiter),
        match shape.first_line() {
            1 => String::new(),
            line => format!(" firstobs={line}"),
        },
    );
    for variable in variables {
        let informat = small(variable.informat.as_ref(), variable, 32);
        text.push_str(&format!("      informat {} {informat} ;\n", variable.name));
    }
    for variable in variables {
        let format = small(variable.format.as_ref(), variable, 12);
        text.push_str(&format!("      format {} {format} ;\n", variable.name));
    }
    text.push_str("   input\n");
    for variable in variables {
        let sign = sign(variable, "  $");
        text.push_str(&format!("               {}{sign}\n", variable.name));
    }
    text + "   ;\n" + &on_error() + "   run;"
}

/// Returns the step that writes a data set, which is given as in a program, with these variables to a file.
pub(super) fn export(path: &Path, shape: Shape, data_set: &str, schema: &Schema) -> String {
    let variables = schema.variables();
    let delimiter = delimiter(shape.delimiter);
    let mut text = format!(
        "{HEAD}\n   data _null_;\n   %let {ERROR} = 0; /* set the ERROR detection macro variable */\n   \
         %let {RECORDS} = 0;     /* clear export record count macro variable */\n   \
         file {} delimiter={delimiter} DSD DROPOVER lrecl=32767;\n",
        quoted(&path.display().to_string()),
    );
    if shape.has_names {
        text.push_str("   if _n_ = 1 then        /* write column names or labels */\n    do;\n");
        text.push_str("      put\n");
        let names = variables
            .iter()
            .map(|variable| format!("         \"{}\"\n", variable.name));
        let names: Vec<String> = names.collect();
        text.push_str(&names.join(&format!("      {delimiter}\n")));
        text.push_str("      ;\n    end;\n");
    }
    text.push_str(&format!("   set  {data_set}   end=EFIEOD;\n"));
    for variable in variables {
        let format = small(variable.format.as_ref(), variable, 12);
        text.push_str(&format!("       format {} {format} ;\n", variable.name));
    }
    text.push_str("     do;\n       EFIOUT + 1;\n");
    for (place, variable) in variables.iter().enumerate() {
        let hold = if place + 1 < variables.len() { "@;" } else { ";" };
        let sign = sign(variable, " $");
        text.push_str(&format!("       put {}{sign} {hold}\n", variable.name));
    }
    text.push_str("       ;\n     end;\n");
    text + &on_error() + &format!("    if EFIEOD then call symputx('{RECORDS}',EFIOUT);\n   run;")
}

/// Returns the statement that sets the macro variable of errors.
fn on_error() -> String {
    format!("    if _ERROR_ then call symputx('{ERROR}',1);  /* set ERROR detection macro variable */\n")
}

/// Returns a format or informat in small letters; by default `BESTw.` or `$w.` of the length.
fn small(spec: Option<&Spec>, variable: &Variable, width: u16) -> String {
    match (spec, variable.kind) {
        (Some(spec), _) => spec.to_string().to_ascii_lowercase(),
        (None, Kind::Number) => format!("best{width}."),
        (None, Kind::Text) => format!("${}.", variable.length),
    }
}

fn sign<'s>(variable: &Variable, sign: &'s str) -> &'s str {
    match variable.kind {
        Kind::Number => "",
        Kind::Text => sign,
    }
}

/// Returns a text in single quotes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns a character in quotes, or as a hexadecimal constant if it has no picture.
fn delimiter(delimiter: u8) -> String {
    match delimiter {
        b' '..=b'~' => quoted(&char::from(delimiter).to_string()),
        other => format!("'{other:02X}'x"),
    }
}
