//! `feedrate session`: a session that SIGNON of a program starts, or a job, which users do not run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_connect::{Begin, Reply, Role, Server};
use feedrate_session::options::SystemOptions;
use feedrate_session::{Ending, OwnCommand, Session, Setup, StepsToClient, join_cold, sweep_after_client, try_work};

use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::stack;

/// Where the client of a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// On this machine.
    Here,
    /// On another one, behind a launcher.
    Elsewhere,
}

/// Executes the requests of the client on standard input, and replies on standard output.
pub fn run(client: Client) -> CommandResult {
    stack::run_program(move || serve(client))
}

fn serve(client: Client) -> CommandResult {
    let interrupt = Interrupt::listen()?;
    let stop = interrupt.stop();
    let (server, begin) = Server::open(env!("CARGO_PKG_VERSION"), client == Client::Elsewhere, &stop)?;
    if begin.role == Role::Commands {
        return Ok(match feedrate_hosts::serve(&server, &stop) {
            true => Exit::Success,
            false => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
        });
    }
    let client_work = begin.client_work.clone();
    let ready = options(&begin).and_then(|options| {
        join_cold(begin.cold.as_ref())?;
        Ok(options)
    });
    let ending = match ready {
        Ok(options) => Some(serve_with(options, begin, &server, stop)),
        Err(why) => {
            // A client that has gone needs no reply.
            let _ = server.replies().send(&Reply::Refused(why));
            None
        }
    };
    if server.is_client_gone()
        && let Some(client) = server.client()
    {
        sweep_after_client(&client_work, client);
    }
    Ok(match ending {
        Some(Ending::Interrupted) => Exit::Interrupted(interrupt.signal_or_ctrl_c()),
        // The client has received the errors, block by block.
        Some(_) => Exit::Success,
        None => Exit::Errors,
    })
}

fn serve_with(options: SystemOptions, begin: Begin, server: &Server, stop: Arc<AtomicBool>) -> Ending {
    let replies = server.replies();
    let steps = StepsToClient::over(replies);
    let mut session = Session::new(Setup {
        log: Box::new(replies.log()),
        listing: Box::new(replies.listing()),
        work: begin.work.clone(),
        options,
        sysparm: begin.sysparm.clone(),
        stop,
    });
    session.observe(&steps);
    let role = begin.role;
    feedrate_pageio::course::record(begin.records_courses);
    session.allow_sessions(OwnCommand::of_session(begin));
    match role {
        Role::Job => session.serve_job(server),
        Role::Session | Role::Commands => session.serve(server),
    }
}

/// Returns the system options of the client's request, once its folder of WORK was tried.
fn options(begin: &Begin) -> Result<SystemOptions, String> {
    if let Some(work) = &begin.work {
        // A client on another machine could not look.
        try_work(work).map_err(|error| format!("no folder of WORK can be made in {}: {error}", work.display()))?;
    }
    let mut options = SystemOptions::default();
    for (word, value) in &begin.options {
        options.set(word, value.as_deref()).map_err(|error| error.to_string())?;
    }
    Ok(options)
}
