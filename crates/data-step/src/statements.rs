//! The statements of a step with its files of lines.

use feedrate_program::{DataStep, Statement, jumps, loses_lines};
use feedrate_rows::machine_code::NotCompiled;
use feedrate_rows::{Core, Executor, FileMade, FileRead, Flow, Runtime, Statements, StepEnd, StepResult};
use feedrate_values::Severity;

use crate::compiled::CompiledStep;
use crate::interpreter::Execution;
use crate::lines::input::InputState;
use crate::lines::put::PutState;
use crate::step_statements::StepStatements;

/// Returns the statements of a step, whose files are not open yet.
pub fn statements<'s>(step: &'s DataStep) -> Box<dyn Statements<'s> + 's> {
    Box::new(StepStatements {
        step,
        inputs: Vec::with_capacity(step.externals.len()),
        puts: Vec::with_capacity(step.externals.len()),
        links: 0,
        has_listed: false,
    })
}

impl<'s> Statements<'s> for StepStatements<'s> {
    fn open_sources(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        for external in &self.step.externals {
            let opened = InputState::open(external);
            let opened = opened.map_err(|fault| core.fault_at(external.site, fault));
            let opened = opened?;
            opened.iter().for_each(|input| input.tell_name(core));
            self.inputs.push(opened);
        }
        Ok(())
    }

    fn open_targets(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        for external in &self.step.externals {
            let opened = PutState::open(external, core.stop_check());
            let opened = opened.map_err(|fault| core.fault_at(external.site, fault));
            let opened = opened?;
            opened.iter().for_each(|put| put.tell_name(core));
            self.puts.push(opened);
        }
        Ok(())
    }

    fn introductions(&self) -> Vec<String> {
        let inputs = self.inputs.iter().flatten();
        let inputs = inputs.filter_map(InputState::introduction);
        let puts = self.puts.iter().flatten();
        inputs.chain(puts.filter_map(PutState::introduction)).collect()
    }

    fn run(&mut self, runtime: &mut Runtime<'s, '_>) -> (Executor, StepResult<StepEnd>) {
        let step = self.step;
        let compiled = match runtime.core.options.machine_code {
            true if jumps(step) => Err(NotCompiled::Jumps),
            true if loses_lines(step) => Err(NotCompiled::LosesLines),
            true => CompiledStep::new(step, runtime),
            false => Err(NotCompiled::NotWanted),
        };
        match compiled {
            Ok(compiled) => {
                let execution = Execution {
                    rows: runtime,
                    statements: self,
                };
                (Executor::MachineCode, compiled.iterate(step, execution))
            }
            Err(reason) => {
                let executor = Executor::Interpreter(reason);
                if let Some(note) = executor.note() {
                    runtime.core.log.message(Severity::Note, &note);
                }
                (executor, runtime.interpret(self))
            }
        }
    }

    fn execute(&mut self, statements: &'s [Statement], runtime: &mut Runtime<'s, '_>) -> StepResult<Flow> {
        let mut execution = Execution {
            rows: runtime,
            statements: self,
        };
        execution.statements(statements)
    }

    fn end_iteration(&mut self, runtime: &mut Runtime<'s, '_>) -> StepResult<()> {
        for input in self.inputs.iter_mut().flatten() {
            self.has_listed |= input.show_listed(!self.has_listed, &mut runtime.core);
            input.end_iteration();
        }
        for put in self.puts.iter_mut().flatten() {
            put.end_iteration(&mut runtime.core, runtime.listing)?;
        }
        Ok(())
    }

    fn log_lines(&mut self, core: &mut Core<'s, '_>) {
        for input in self.inputs.iter_mut().flatten() {
            self.has_listed |= input.show_used(!self.has_listed, core);
        }
    }

    fn finish(&mut self, runtime: &mut Runtime<'s, '_>) -> StepResult<()> {
        for input in self.inputs.iter_mut().flatten() {
            input.finish(&mut runtime.core);
        }
        for put in self.puts.iter_mut().flatten() {
            put.finish(&mut runtime.core, runtime.listing)?;
        }
        Ok(())
    }

    fn take_lines(&mut self) -> Vec<Vec<u8>> {
        let puts = self.puts.iter_mut().flatten();
        puts.flat_map(PutState::take_lines).collect()
    }

    fn files_read(&self) -> Vec<FileRead> {
        self.inputs.iter().flatten().flat_map(InputState::facts).collect()
    }

    fn files_made(&self) -> Vec<FileMade> {
        self.puts.iter().flatten().flat_map(PutState::facts).collect()
    }
}
