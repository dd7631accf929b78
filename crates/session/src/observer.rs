//! The observer of steps, such as a line that shows the progress of a long one.

/// Is told which step is at work.
pub trait Observer {
    /// A step begins: `name` is `DATA` or that of the procedure, and `line` its line in the log.
    fn step_begins(&self, name: &str, line: u32);

    /// It has ended, and its messages come next.
    fn step_ended(&self);
}
