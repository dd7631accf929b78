//! Parses values of the program's own options.

use std::path::is_separator;
use std::time::Duration;

use super::MOST_JOBS;
use crate::request::{Action, Eta, Format, Run};
use crate::value::{Refusal, Unit, Value};

/// Parses the value of an option of the program and stores it in the request.
pub(super) fn take(run: &mut Run, name: &str, text: Option<&str>) -> Result<(), Refusal> {
    let mut value = Value::new(text, run.strict, 1024);
    let time = |value: &mut Value<'_>| -> Result<Option<Duration>, Refusal> {
        match value.time(Unit::Seconds)? {
            Duration::ZERO => Err("the time is more than 0".to_owned()),
            time => Ok(Some(time)),
        }
    };
    match name {
        "strict-fio" => run.strict = true,
        "lint" => run.action = Action::Lint,
        "explain" => run.action = Action::Explain,
        "parse-only" => run.action = Action::ParseOnly,
        "showcmd" => run.action = Action::ShowCommand,
        "readonly" => run.readonly = true,
        "overwrite-foreign" => run.overwrite_foreign = true,
        "client-name" => run.client_name = Some(client_name(&mut value)?),
        "aux-path" => run.aux_path = value.text()?.into(),
        "warnings-fatal" => run.warnings_fatal = true,
        "quiet" => run.quiet = true,
        "bandwidth-log" => run.bandwidth_log = true,
        "append-terse" => run.append_terse = true,
        "section" => run.only.push(value.text()?.to_owned()),
        "max-size" => run.max_size = Some(value.positive_bytes()?),
        "max-jobs" => run.max_jobs = value.integer_within(1, MOST_JOBS)?,
        "require" => run.require = Some(requirement(&mut value)?),
        "output" => run.output = Some(value.text()?.into()),
        "minimal" => run.formats = vec![Format::Terse],
        "output-format" => run.formats = formats(&mut value)?,
        "terse-version" => {
            if value.integer()? != 3 {
                return Err("only version 3 is written; leave it out".to_owned());
            }
        }
        "status-interval" => run.status_interval = time(&mut value)?,
        "interval" => run.interval = time(&mut value)?,
        "eta-newline" => run.eta_newline = time(&mut value)?,
        "eta-interval" => run.eta_interval = time(&mut value)?,
        "eta" => {
            run.eta = value.choice(&[("auto", Eta::Auto), ("always", Eta::Always), ("never", Eta::Never)])?;
        }
        _ => run.ignored.push(match text {
            Some(text) => format!("--{name}={text}"),
            None => format!("--{name}"),
        }),
    }
    Ok(())
}

/// Returns a name that may be a part of the name of a file.
fn client_name(value: &mut Value<'_>) -> Result<String, Refusal> {
    let name = value.text()?;
    match name.is_empty() || name.contains(is_separator) {
        true => Err("the name is a part of the names of files, without /".to_owned()),
        false => Ok(name.to_owned()),
    }
}

fn requirement(value: &mut Value<'_>) -> Result<f64, Refusal> {
    let text = value.text()?;
    match value.decimal_of(text.trim_end_matches("MB/s").trim_end()) {
        Ok(rate) if rate > 0.0 => Ok(rate),
        _ => Err("it is a rate in MB/s (10^6 bytes a second) for each core, such as 100".to_owned()),
    }
}

fn formats(value: &mut Value<'_>) -> Result<Vec<Format>, Refusal> {
    let mut formats = Vec::new();
    for name in value.text()?.split(',') {
        formats.push(match name.trim() {
            "normal" => Format::Normal,
            "terse" | "minimal" => Format::Terse,
            "json" => Format::Json,
            "json+" => Format::JsonPlus,
            _ => {
                return Err("it is one or more of normal, terse, json, json+ with commas between".to_owned());
            }
        });
    }
    formats.sort_unstable();
    formats.dedup();
    Ok(formats)
}
