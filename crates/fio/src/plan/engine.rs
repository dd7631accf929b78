//! Plans what moves a worker's blocks, or the calls in place of them.

use feedrate_pageio::EngineKind;
use feedrate_workload::load::{CallOptions, FileCall, Flush, LoadEngine, NameCall, SubmissionPoll, WriteSync};

use crate::job::{Engine, Options, StatType, Sync};
use crate::system::HAS_WINDOWSAIO;

/// Returns the engine of its blocks.
pub(super) fn engine(options: &Options) -> LoadEngine {
    match options.engine.ioengine {
        Engine::Sync | Engine::Psync => LoadEngine::SINGLE,
        Engine::Vsync | Engine::Pvsync | Engine::Pvsync2 => LoadEngine::vectored(1),
        Engine::Windowsaio => LoadEngine::of(EngineKind::OVERLAPPED),
        Engine::Libaio | Engine::Posixaio | Engine::IoUring if HAS_WINDOWSAIO => LoadEngine::of(EngineKind::OVERLAPPED),
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

/// Returns what single calls are asked for.
pub(super) fn call_options(options: &Options) -> CallOptions {
    CallOptions {
        no_wait: options.engine.nowait,
        uncached: options.engine.uncached,
        polled: options.engine.hipri && options.engine.ioengine == Engine::Pvsync2,
    }
}

/// Returns what each write waits for.
pub(super) fn write_sync(sync: Sync) -> WriteSync {
    match sync {
        Sync::None => WriteSync::Nothing,
        Sync::Sync => WriteSync::All,
        Sync::Dsync => WriteSync::Data,
    }
}

/// Returns when writes are flushed.
pub(super) fn flush(options: &Options) -> Flush {
    Flush {
        every: options.engine.fsync,
        data_every: options.engine.fdatasync,
        at_end: options.engine.end_fsync,
        volumes_at_end: options.engine.end_syncfs,
        on_close: options.engine.fsync_on_close,
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
