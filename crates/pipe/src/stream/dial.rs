//! Connects a reader to its writer: retries until a writer accepts it or the timeout ends.

use std::thread;
use std::time::{Duration, Instant};

use crate::error::PipeError;
use crate::handshake::dial_attempt::DialAttempt;
use crate::handshake::dial_failure::DialFailure;
use crate::handshake::patience::Patience;
use crate::handshake::route::Route;
use crate::options::PipeOptions;
use crate::stream::link::Link;
use crate::stream::role::LinkRole;
use crate::wire::stop::StopFlag;

/// The interval between attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// The time that a pipe may stay busy: a previous reader may be about to close it.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// Connects to the writer of a pipe. Retries until the timeout.
pub(crate) fn dial(stop: &StopFlag, options: &PipeOptions, route: &Route, what: &str) -> Result<Link, PipeError> {
    let endpoints = &route.endpoints;
    let end = Instant::now() + options.timeout;
    let mut busy_since = None;
    let mut hint = None;
    loop {
        let mut here = Some(None);
        for endpoint in endpoints {
            let attempt = DialAttempt {
                protection: &route.protection,
                what,
                endpoint: *endpoint,
                better: Some(endpoints[0]).filter(|better| better != endpoint),
                patience: &Patience::until(end, stop),
            };
            match attempt.connect() {
                Ok(pair) => {
                    let names = (options.address.to_string(), what.to_owned());
                    return Ok(Link::new(LinkRole::Reader, names, pair));
                }
                Err(DialFailure::NoWriter(found)) => here = here.map(|known| found.or(known)),
                // A writer that takes encrypted connections only has refused one.
                Err(DialFailure::Plain) => {}
                Err(DialFailure::CutShort) => here = None,
                Err(DialFailure::Refused(why)) => return Err(refused(options, what, why)),
                Err(DialFailure::Busy) => {
                    let since = *busy_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > BUSY_TIMEOUT {
                        let why = "another step reads it already, and a pipe has one reader; write a second pipe \
                                   for this step";
                        return Err(refused(options, what, why));
                    }
                    break;
                }
            }
            // The pipe is no longer busy: its reader has left. Wait for the next writer.
            busy_since = None;
        }
        hint = here.unwrap_or(hint);
        if stop.is_set() {
            return Err(PipeError::Stopped {
                pipe: options.address.to_string(),
                what: what.to_owned(),
            });
        }
        if Instant::now() >= end {
            return Err(PipeError::NoWriter {
                pipe: options.address.to_string(),
                what: what.to_owned(),
                waited: options.timeout,
                hint: hint.map_or_else(String::new, |hint| format!(", but {hint}")),
            });
        }
        thread::sleep(RETRY_INTERVAL);
    }
}

fn refused(options: &PipeOptions, what: &str, why: &str) -> PipeError {
    PipeError::Refused {
        pipe: options.address.to_string(),
        what: what.to_owned(),
        why: why.to_owned(),
    }
}
