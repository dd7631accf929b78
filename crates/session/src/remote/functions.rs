//! The functions of SAS Grid in a program.

use std::cell::RefCell;

use feedrate_values::function::GridLookup;

use super::RemoteSessions;
use super::grid::{self, Answer, plain};
use crate::log::Severity;
use crate::options::SystemOptions;

/// A message for the log.
pub(crate) type Message = (Severity, String);

/// The functions of SAS Grid in a step. Their messages follow those of the step.
pub(crate) struct StepGrid<'s> {
    remotes: RefCell<(&'s mut RemoteSessions, Vec<Message>)>,
    options: &'s SystemOptions,
}

impl<'s> StepGrid<'s> {
    pub(crate) fn new(remotes: &'s mut RemoteSessions, options: &'s SystemOptions) -> Self {
        Self {
            remotes: RefCell::new((remotes, Vec::new())),
            options,
        }
    }

    /// Returns the messages of all calls, each once.
    pub(crate) fn into_messages(self) -> Vec<Message> {
        let (_, mut messages) = self.remotes.into_inner();
        messages.dedup();
        messages
    }
}

impl GridLookup for StepGrid<'_> {
    fn call(&self, function: &str, arguments: &[&str]) -> String {
        let (remotes, messages) = &mut *self.remotes.borrow_mut();
        remotes
            .grid_function(function, arguments, self.options, messages)
            .unwrap_or_default()
    }
}

impl RemoteSessions {
    /// Returns the value of a function of SAS Grid; `None` for other functions.
    pub(crate) fn grid_function(
        &mut self,
        name: &str,
        arguments: &[&str],
        options: &SystemOptions,
        messages: &mut Vec<Message>,
    ) -> Option<String> {
        Some(match name {
            "GRDSVC_ENABLE" => self.enable(arguments, options, messages).to_string(),
            "GRDSVC_GETADDR" => grid::addresses(&self.host_of(arguments, messages)),
            "GRDSVC_GETINFO" => self.grid_info(options, messages).to_string(),
            "GRDSVC_GETNAME" => self.host_of(arguments, messages),
            "GRDSVC_NNODES" => self.nodes(options).to_string(),
            _ => return None,
        })
    }

    fn enable(&mut self, arguments: &[&str], options: &SystemOptions, messages: &mut Vec<Message>) -> i32 {
        let is_there = self.has_grid(options);
        let answer = self.grid.enable(arguments, is_there);
        let text = match answer {
            Answer::Enabled | Answer::Disabled => None,
            Answer::NoGrid => Some(
                "There is no grid here, and sessions are processes of this machine. `feedrate run -o hosts=…` places \
                 them on other hosts.",
            ),
            Answer::NoName => Some(
                "GRDSVC_ENABLE takes _ALL_ or the name of a session, which has up to 8 letters, before its options.",
            ),
            Answer::BadOption => Some("GRDSVC_ENABLE takes options as in server=SASApp;jobname=NIGHT."),
        };
        if let Some(text) = text {
            messages.push((Severity::Note, text.to_owned()));
        }
        answer as i32
    }

    /// Returns whether sessions can be placed on hosts. What is wrong with the options was told before the program.
    fn has_grid(&self, options: &SystemOptions) -> bool {
        self.hosts(options).is_ok_and(|hosts| hosts.is_grid())
    }

    /// Returns the machine of a session, or of this one if none is named.
    fn host_of(&self, arguments: &[&str], messages: &mut Vec<Message>) -> String {
        let name = arguments.first().map_or("", |name| plain(name));
        if name.is_empty() {
            return grid::own_name();
        }
        let name = name.to_ascii_uppercase();
        let Some(place) = self.place_of(&name) else {
            let [why, what_to_do] = self.why_absent(&name);
            messages.push((Severity::Warning, format!("{why}: {what_to_do}.")));
            return String::new();
        };
        match &self.tasks[place].host {
            Some(host) => host.machine().to_owned(),
            None => grid::own_name(),
        }
    }

    /// Returns the number of hosts; if it is not known, that of the cores that a session computes on.
    fn nodes(&self, options: &SystemOptions) -> usize {
        let hosts = self.hosts(options).ok();
        let count = hosts.and_then(super::hosts::Hosts::count);
        count.unwrap_or_else(|| options.of_steps().cpu_count.max(1) as usize)
    }

    /// Logs which sessions are to run in the grid.
    fn grid_info(&self, options: &SystemOptions, messages: &mut Vec<Message>) -> i32 {
        let lines = self.grid.lines(self.has_grid(options));
        let text = match lines.is_empty() {
            true => "No remote session ID enabled/disabled for the grid service.".to_owned(),
            false => format!("Sessions in the grid:\n{}", lines.join("\n")),
        };
        messages.push((Severity::Note, text));
        0
    }
}
