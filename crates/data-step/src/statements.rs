//! The statements of a step with its files of lines.

use feedrate_program::{DataStep, Statement};
use feedrate_rows::machine_code::NotCompiled;
use feedrate_rows::{Core, Executor, FileMade, FileRead, Flow, Runtime, Statements, StepEnd, StepResult};
use feedrate_values::Severity;

use crate::compiled::CompiledStep;
use crate::interpreter::Execution;
use crate::lines::input::InputState;
use crate::lines::put::PutState;
use crate::step_statements::StepStatements;

/// The text before the ruler that numbers the columns of a line.
const RULE: &[u8] = b"RULE:      ";

/// Returns the statements of a step, whose files are not open yet.
pub fn statements<'s>(step: &'s DataStep) -> Box<dyn Statements<'s> + 's> {
    Box::new(StepStatements {
        step,
        inputs: Vec::with_capacity(step.externals.len()),
        puts: Vec::with_capacity(step.externals.len()),
    })
}

impl<'s> Statements<'s> for StepStatements<'s> {
    fn open_sources(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        for external in &self.step.externals {
            let opened = InputState::open(external);
            let opened = opened.map_err(|fault| core.fault_at(external.site, fault));
            self.inputs.push(opened?);
        }
        Ok(())
    }

    fn open_targets(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        for external in &self.step.externals {
            let opened = PutState::open(external, core.stop_check());
            let opened = opened.map_err(|fault| core.fault_at(external.site, fault));
            self.puts.push(opened?);
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
            input.end_iteration();
        }
        for put in self.puts.iter_mut().flatten() {
            put.end_iteration(&mut runtime.core, runtime.listing)?;
        }
        Ok(())
    }

    fn log_suspects(&self, core: &mut Core<'s, '_>) {
        let width = core.options.line_size as usize;
        let room = width.saturating_sub(RULE.len()).clamp(10, 100);
        for input in self.inputs.iter().flatten() {
            let Some(lines) = input.suspects() else {
                continue;
            };
            let mut rule = RULE.to_vec();
            rule.extend((1..=room).map(|column| match column % 10 {
                0 => b'0' + (column / 10 % 10) as u8,
                5 => b'+',
                _ => b'-',
            }));
            core.log.line(&rule);
            for (line, number) in lines {
                // The lines of DATALINES are padded with blanks, which are not shown.
                let line = line.trim_ascii_end();
                for (part, bytes) in line.chunks(room).enumerate() {
                    let place = match part {
                        0 => number.to_string(),
                        _ => format!("{:>8}", part * room + 1),
                    };
                    let mut shown = format!("{place:<width$}", width = RULE.len()).into_bytes();
                    shown.extend(bytes.iter().map(|&byte| if byte < b' ' { b'.' } else { byte }));
                    core.log.line(shown.trim_ascii_end());
                }
            }
        }
    }

    fn finish(&mut self, runtime: &mut Runtime<'s, '_>) -> StepResult<()> {
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
        let inputs = self.inputs.iter().flatten();
        let files = inputs.map(|input| FileRead {
            name: input.name(),
            is_file: input.is_file(),
            count: input.count,
            went_on: input.went_on,
            lost: input.lost,
            cut: input.cut,
        });
        files.collect()
    }

    fn files_made(&self) -> Vec<FileMade> {
        let puts = self.puts.iter().flatten();
        let files = puts.filter_map(|put| {
            Some(FileMade {
                name: put.name()?,
                count: put.count,
            })
        });
        files.collect()
    }
}
