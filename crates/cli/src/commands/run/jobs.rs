//! Many programs at once.

use std::io::{self, IsTerminal};

use feedrate_pageio::named_file;
use feedrate_runs::jobs::{self, JobSetup, JobsObserver};
use feedrate_runs::program::{ProgramSettings, ProgramStart, cold, read_text, reason};

use super::arguments::RunArguments;
use super::once::exit_of;
use super::output::{JobFiles, JobOutputs};
use super::progress::JobLines;
use super::requests;
use crate::exit::CommandResult;
use crate::interrupt::Interrupt;
use crate::say;
use crate::system::limits;

/// The files that this process opens for a job: three pipes, its log and its listing.
const FILES_OF_JOB: u64 = 5;

/// The files that it opens for everything else.
const OTHER_FILES: u64 = 32;

/// Runs the programs of the arguments.
pub(super) fn run(arguments: &RunArguments) -> CommandResult {
    if arguments.repeats.is_some_and(|repeats| repeats > 1) {
        return Err(
            "--repeats is for one program, and several run at once; repeat the command itself, or name one program"
                .into(),
        );
    }
    let requests = requests::of(&arguments.requested())?;
    check_open_files(requests.len())?;
    if let Some(folder) = &arguments.log_dir {
        named_file::create_folders(folder)
            .map_err(|error| format!("--log-dir {}: {}", folder.display(), reason(&error)))?;
    }
    let files: Vec<_> = requests
        .iter()
        .map(|request| JobFiles {
            name: request.name.clone(),
            log: request.log.clone(),
            listing: request.listing.clone(),
        })
        .collect();
    let outputs = JobOutputs::of(&files, arguments.json.as_deref(), arguments.timeline.as_deref())?;
    let mut setups = Vec::new();
    for request in requests {
        let failed = |what: String| format!("{}{what}", request.place);
        setups.push(setup(&request).map_err(failed)?);
    }
    let interrupt = Interrupt::listen()?;
    let stop = interrupt.stop();
    // All arguments are valid now, so earlier logs and listings may be replaced.
    for (index, setup) in setups.iter_mut().enumerate() {
        (setup.log, setup.listing) = outputs.open(index, &setup.program, &stop)?;
    }
    let title = title(setups.len(), arguments);
    let mut lines = io::stderr().is_terminal().then(JobLines::default);
    let observer = lines.as_mut().map(|lines| lines as &mut dyn JobsObserver);
    // All share the register of what is cold: an input goes before the first of them uses it, and not again.
    let _cold = arguments.cold.then(cold::begin).transpose()?;
    let record = jobs::run(&title, setups, &stop, observer);
    drop(lines);
    interrupt.check(outputs.deliver(&record, &stop))?;
    Ok(exit_of(record.ending(), &interrupt))
}

/// Checks that all jobs may have their files open.
fn check_open_files(jobs: usize) -> Result<(), String> {
    let needed = jobs as u64 * FILES_OF_JOB + OTHER_FILES;
    match limits::open_files() {
        Some(most) if most < needed => Err(format!(
            "{jobs} jobs need {needed} open files, and the system allows {most}: start fewer, or raise the limit \
             (ulimit -Hn)"
        )),
        _ => Ok(()),
    }
}

/// Returns how many jobs may have their files open at once; `None` without a limit.
pub(super) fn most_with_open_files() -> Option<usize> {
    let most = limits::open_files()?.saturating_sub(OTHER_FILES) / FILES_OF_JOB;
    Some(usize::try_from(most).unwrap_or(usize::MAX))
}

/// Checks a request, reads its program, and returns what is to run, without the destinations of its output.
pub(super) fn setup(request: &requests::JobRequest) -> Result<JobSetup<'static>, String> {
    let settings = ProgramSettings::from(&request.settings);
    let options = settings.option_words();
    let start = ProgramStart::of(settings).map_err(|error| error.to_string())?;
    let text = read_text(&request.program, start.options.text_bytes());
    let settings = start.settings;
    Ok(JobSetup {
        name: request.name.clone(),
        class: request.class.clone(),
        program: say::one_line(&request.program.to_string_lossy()),
        text: text.map_err(|error| error.to_string())?,
        options,
        variables: settings.assignments().map_err(|error| error.to_string())?,
        sysparm: settings.sysparm.unwrap_or_default(),
        work: settings.work,
        log_file: request.log.clone(),
        listing_file: request.listing.clone(),
        log: Box::new(io::sink()),
        listing: Box::new(io::sink()),
    })
}

/// Returns the title of so many jobs.
pub(super) fn title(jobs: usize, arguments: &RunArguments) -> String {
    let counted = match jobs {
        1 => "1 job".to_owned(),
        jobs => format!("{jobs} jobs"),
    };
    match &arguments.jobs {
        Some(list) if list.as_os_str() != "-" => say::one_line(&format!("{counted} of {}", list.display())),
        _ => counted,
    }
}
