//! The functions of SAS Grid in a program.

use feedrate_values::Value;
use feedrate_values::function::Answer;
use feedrate_values::missing::MISSING;

use super::RemoteSessions;
use super::grid::{self, Answer as Enabled, plain};
use crate::log::Severity;
use crate::options::SystemOptions;

/// A message for the log.
pub(crate) type Message = (Severity, String);

impl RemoteSessions {
    /// Answers a function of SAS Grid; `None` for other functions. An argument that is no text counts as an empty one.
    pub(crate) fn grid_answer(
        &mut self,
        name: &str,
        arguments: &[Value<'_>],
        options: &SystemOptions,
        messages: &mut Vec<Message>,
    ) -> Option<Answer> {
        let texts = arguments.iter().map(|argument| match argument {
            Value::Text(text) => std::str::from_utf8(text).unwrap_or_default().trim_end(),
            Value::Number(_) => "",
        });
        let texts: Vec<&str> = texts.collect();
        let value = self.grid_function(name, &texts, options, messages)?;
        Some(match name {
            "GRDSVC_GETADDR" | "GRDSVC_GETNAME" => Answer::Text(value.into_bytes()),
            _ => Answer::Number(value.parse().unwrap_or(MISSING)),
        })
    }

    /// Returns the value of a function of SAS Grid; `None` for other functions.
    fn grid_function(
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
            Enabled::Enabled | Enabled::Disabled => None,
            Enabled::NoGrid => Some(
                "There is no grid here, and sessions are processes of this machine. `feedrate run -o hosts=…` places \
                 them on other hosts.",
            ),
            Enabled::NoName => Some(
                "GRDSVC_ENABLE takes _ALL_ or the name of a session, which has up to 8 letters, before its options.",
            ),
            Enabled::BadOption => Some("GRDSVC_ENABLE takes options as in server=SASApp;jobname=NIGHT."),
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
