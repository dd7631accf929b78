//! Plans what moves a worker's blocks, or the calls in place of them.

use feedrate_workload::load::{FileCall, LoadEngine, NameCall, SubmissionPoll};

use crate::job::{Engine, Options, StatType};

/// Returns the engine of its blocks.
pub(super) fn engine(options: &Options) -> LoadEngine {
    match options.engine.ioengine {
        Engine::Sync | Engine::Psync => LoadEngine::SINGLE,
        Engine::Vsync | Engine::Pvsync | Engine::Pvsync2 => LoadEngine::vectored(1),
        Engine::Libaio | Engine::Posixaio | Engine::IoUring => LoadEngine {
            poll_submission: options.engine.sqthread_poll.then_some(SubmissionPoll {
                processor: options.engine.sqthread_poll_cpu,
            }),
            polls_completions: options.engine.hipri,
            ..match options.engine.fixedbufs {
                true => LoadEngine::URING,
                false => LoadEngine::URING_PLAIN,
            }
        },
        Engine::Mmap => LoadEngine::MAPPED,
        Engine::Falloc => LoadEngine::FALLOC,
        Engine::Ftruncate => LoadEngine::TRUNCATE,
        // Blocks are only counted.
        Engine::Filecreate
        | Engine::Filestat
        | Engine::Filedelete
        | Engine::Dircreate
        | Engine::Dirstat
        | Engine::Dirdelete
        | Engine::Cpuio
        | Engine::Null => LoadEngine::NULL,
    }
}

/// Returns the call about each file in place of opening it.
pub(super) fn opening(options: &Options) -> Option<FileCall> {
    let (of_folders, call) = match options.engine.ioengine {
        Engine::Filecreate => (false, NameCall::OPEN_NEW),
        Engine::Filestat => (false, status(options)),
        Engine::Filedelete => (false, NameCall::REMOVE),
        Engine::Dircreate => (true, NameCall::MAKE_FOLDER),
        Engine::Dirstat => (true, status(options)),
        Engine::Dirdelete => (true, NameCall::REMOVE_FOLDER),
        _ => return None,
    };
    Some(FileCall { call, of_folders })
}

fn status(options: &Options) -> NameCall {
    match options.calls.stat_type {
        StatType::Stat => NameCall::STATUS,
        StatType::Lstat => NameCall::LINK_STATUS,
        StatType::Statx => NameCall::EXTENDED_STATUS,
    }
}
