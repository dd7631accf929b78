//! Transfers that may not wait, and those that leave nothing in the page cache.

use std::fs::File;

use feedrate_pageio::cache::Residency;
use feedrate_pageio::{CallOptions, Direction, EngineChoice, Method, Transfer};

use crate::ground::{PAGE, bytes_of, engines, folder, open, queue, request};

const BYTES: usize = 64 * PAGE;

fn is_by_calls(engine: EngineChoice) -> bool {
    match engine {
        EngineChoice::Only(kind) => kind.takes_call_options(),
        _ => true,
    }
}

#[test]
fn who_may_not_wait_fails_where_others_do() {
    let folder = folder();
    let path = folder.path().join("f");
    for (engine, _) in engines().into_iter().filter(|(engine, _)| is_by_calls(*engine)) {
        std::fs::write(&path, bytes_of(1, BYTES)).unwrap();
        let mut queue = queue(&path, Method::Cached, request(engine, 1, PAGE));
        queue.set_call_options(CallOptions {
            no_wait: true,
            uncached: false,
            polled: false,
        });
        let mut read = |offset: usize| {
            let mut done = Vec::new();
            queue.submit(Transfer {
                direction: Direction::Read,
                file: 0,
                slot: 0,
                offset: offset as u64,
                bytes: PAGE,
            })?;
            queue.wait(1, &mut done)
        };
        // The page that was just written is there.
        read(0).unwrap();
        let file = open(&path, Method::Cached).unwrap();
        file.sync_all().unwrap();
        let mut refused = None;
        for _ in 0..200 {
            if !file.evict().unwrap().is_cold() {
                eprintln!("skipped: what was written did not leave the page cache");
                return;
            }
            // The kernel begins to read ahead before it looks. If this thread is interrupted between the two, a fast
            // device has answered by then.
            refused = read(BYTES / 2).err();
            if refused.is_some() {
                break;
            }
        }
        let error = refused.unwrap();
        let number = error.system_error().and_then(|error| error.raw_os_error());
        assert_eq!(number, Some(11), "{engine:?}: {error}");
    }
}

#[test]
fn what_is_uncached_does_not_stay() {
    let folder = folder();
    let path = folder.path().join("f");
    for (engine, _) in engines().into_iter().filter(|(engine, _)| is_by_calls(*engine)) {
        for is_uncached in [true, false] {
            std::fs::write(&path, bytes_of(1, BYTES)).unwrap();
            let file = open(&path, Method::Cached).unwrap();
            file.sync_all().unwrap();
            if !file.evict().unwrap().is_cold() {
                eprintln!("skipped: what was written did not leave the page cache");
                return;
            }
            let mut queue = queue(&path, Method::Cached, request(engine, 1, PAGE));
            queue.set_call_options(CallOptions {
                no_wait: false,
                uncached: is_uncached,
                polled: false,
            });
            for page in 0..BYTES / PAGE {
                queue
                    .submit(Transfer {
                        direction: Direction::Read,
                        file: 0,
                        slot: 0,
                        offset: (page * PAGE) as u64,
                        bytes: PAGE,
                    })
                    .unwrap();
                if let Err(error) = queue.wait(1, &mut Vec::new()) {
                    assert!(is_uncached, "{error}");
                    eprintln!("skipped: {error}");
                    return;
                }
            }
            let Some(left) = Residency::of(&File::open(&path).unwrap()).bytes() else {
                eprintln!("skipped: what is in the page cache is not known");
                return;
            };
            assert_eq!(left < BYTES as u64 / 2, is_uncached, "{engine:?}: {left}");
        }
    }
}
