//! Opens rings of io_uring, and registers the memory of transfers with them.

use std::io;

use io_uring::IoUring;

use crate::engine::Ground;

/// The kernel's own limit on the length of one registered buffer.
const MAX_REGISTERED: usize = 1 << 30;

/// Opens a ring with the features that make it cheap, and without them on kernels that lack them.
pub(super) fn open_ring(depth: u32, polls_completions: bool) -> io::Result<IoUring> {
    let attempts: [fn(&mut io_uring::Builder); 3] = [
        // Linux 6.1: completions are handled when this thread asks for them, not by interrupting it.
        // The flag tells a wait for none that there are some to handle.
        |builder| {
            builder
                .setup_coop_taskrun()
                .setup_taskrun_flag()
                .setup_single_issuer()
                .setup_defer_taskrun();
        },
        // Linux 5.19.
        |builder| {
            builder.setup_coop_taskrun().setup_taskrun_flag();
        },
        |_| {},
    ];
    let mut last = None;
    for configure in attempts {
        let mut builder = IoUring::builder();
        configure(builder.setup_clamp());
        if polls_completions {
            builder.setup_iopoll();
        }
        match builder.build(depth) {
            // Linux 5.6 brought this and the reads and writes that are used here.
            Ok(ring) if !ring.params().is_feature_rw_cur_pos() => {
                return Err(io::Error::from_raw_os_error(libc::ENOSYS));
            }
            Ok(ring) => return Ok(ring),
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| io::Error::from_raw_os_error(libc::EINVAL)))
}

/// The time for which the kernel's thread looks for submissions before it sleeps.
const POLL_MILLISECONDS: u32 = 1000;

/// Opens a ring of which a thread of the kernel polls the submissions.
pub(super) fn open_polled_ring(depth: u32, processor: Option<u32>, polls_completions: bool) -> io::Result<IoUring> {
    let mut builder = IoUring::builder();
    if polls_completions {
        builder.setup_iopoll();
    }
    builder.setup_clamp().setup_sqpoll(POLL_MILLISECONDS);
    if let Some(processor) = processor {
        builder.setup_sqpoll_cpu(processor);
    }
    builder.build(depth)
}

/// Registers the arena as one buffer, which every transfer is a part of.
pub(super) fn register_arena(ring: &IoUring, ground: &Ground<'_>) -> io::Result<()> {
    let (start, bytes) = ground.arena.region();
    if bytes > MAX_REGISTERED {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "the buffers exceed the 1 GiB that one registration takes",
        ));
    }
    let region = libc::iovec {
        iov_base: start.cast(),
        iov_len: bytes,
    };
    // SAFETY: the arena outlives the ring: the queue drops its engine first.
    unsafe { ring.submitter().register_buffers(&[region]) }
}

/// Why io_uring or a part of it was refused, in plain words.
pub(super) fn why_refused(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(libc::ENOMEM) => "more memory than this user may lock (see ulimit -l; raise memlock)".to_owned(),
        Some(libc::EPERM | libc::EACCES) => {
            "forbidden here (see the sysctl kernel.io_uring_disabled, or the container's seccomp profile)".to_owned()
        }
        Some(libc::ENOSYS) => "this kernel has none, or an older one, or hides it".to_owned(),
        _ => crate::error::reason(error),
    }
}
