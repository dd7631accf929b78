//! Who is told what a session is at, such as a line that shows the progress of a long step.

/// Is told which step is at work.
pub trait Observer {
    /// A step begins: `name` is `DATA` or that of the procedure, and `line` its line in the log.
    fn step_begins(&self, name: &str, line: u32);

    /// It has ended, and what it has to say comes next.
    fn step_ended(&self);
}
