//! The observer of steps, for example a progress line.

/// Receives the beginning and end of each step.
pub trait Observer {
    /// A step begins: `name` is `DATA` or that of the procedure, and `line` its line in the log.
    fn step_begins(&self, name: &str, line: u32);

    /// The step has ended. Its messages follow.
    fn step_ended(&self);
}
