//! The session on a host: runs commands of this program for a client elsewhere.

mod running_command;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use feedrate_connect::{ClientGone, Replies, Reply, Request, Server};
use feedrate_pageio::command::exit_code;

use crate::clock;
use crate::gate::{FromHost, HostFacts};
use running_command::RunningCommand;

/// The interval at which the end of the command is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// Executes the requests of a client, until it sends the last or has gone. Returns whether it sent the last.
pub fn serve(server: &Server, stop: &AtomicBool) -> bool {
    let replies = server.replies();
    if replies.send(&Reply::Ready).is_err() || !send(replies, &FromHost::Facts(Box::new(HostFacts::here()))) {
        return false;
    }
    let mut running: Option<RunningCommand> = None;
    let is_ended = loop {
        if stop.load(Ordering::Acquire) {
            break false;
        }
        match server.next_within(LOOK) {
            Ok(None) => {}
            Err(ClientGone) => break false,
            Ok(Some(Request::End)) => break true,
            Ok(Some(Request::Clocks)) => {
                if replies.send(&Reply::Clocks(clock::now())).is_err() {
                    break false;
                }
            }
            Ok(Some(Request::Command(command))) if running.is_none() => {
                match RunningCommand::start(command, replies) {
                    Ok(command) => running = Some(command),
                    Err(error) => {
                        let text = format!("feedrate: the command cannot be started: {error}\n");
                        // A client that has gone is noticed above.
                        let _ = replies.log().write_all(text.as_bytes());
                        let _ = replies.send(&Reply::Exited(2));
                    }
                }
            }
            Ok(Some(Request::Line(line))) => {
                if let Some(running) = &mut running {
                    running.send_line(&line);
                }
            }
            // All others are for other roles.
            Ok(Some(_)) => {}
        }
        let ended = running.as_mut().and_then(RunningCommand::ended);
        if let (Some(status), Some(command)) = (ended, running.take_if(|_| ended.is_some())) {
            command.finish();
            if replies.send(&Reply::Exited(exit_code(status))).is_err() {
                break false;
            }
        }
    };
    if let Some(running) = running {
        running.stop();
    }
    if is_ended {
        // A client that has gone needs no reply.
        let _ = replies.send(&Reply::Ended);
    }
    is_ended
}

fn send(replies: &Replies, what: &FromHost) -> bool {
    serde_json::to_string(what).is_ok_and(|line| replies.send(&Reply::Line(line)).is_ok())
}
