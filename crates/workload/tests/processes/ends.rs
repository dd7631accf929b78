//! The ends of processes: told to, killed, or left alone.

use std::fs;
use std::process::Command;

use feedrate_workload::{Control, Error, WorkerFailure};

use crate::AS_PARENT;
use crate::ground::*;
use crate::system::{KILLED, children_of, is_gone, kill};

pub fn a_stop_ends_all_soon() -> Tested {
    let folder = folder()?;
    make(&folder.path().join("read"))?;
    let control = Control::default();
    let outcome = run_and_then(endless_pair(folder.path()), &control, || control.stop())?;
    assert!(outcome.stopped && outcome.bytes > 0);
    assert_eq!(outcome.streams.len(), 2);
    assert_eq!(names(folder.path())?, only("read"));
    Ok(())
}

pub fn a_stop_before_the_start_moves_nothing() -> Tested {
    let folder = folder()?;
    make(&folder.path().join("read"))?;
    let control = Control::default();
    control.stop();
    let outcome = run(endless_pair(folder.path()), &control)?;
    assert!(outcome.stopped);
    assert_eq!((outcome.streams.len(), outcome.operations), (2, 0));
    assert_eq!(names(folder.path())?, only("read"));
    Ok(())
}

pub fn a_worker_that_is_killed_ends_the_run() -> Tested {
    let folder = folder()?;
    let path = |name: &str| folder.path().join(name);
    make(&path("read"))?;
    for killed in 0..3 {
        let streams = vec![
            endless(reader(&path("read"))),
            endless(writer(&path("made"))),
            endless(writer(&path("other"))),
        ];
        let ended = run_and_then(streams, &Control::default(), || {
            kill(children_of(std::process::id())[killed]);
        });
        match ended {
            Err(Error::Worker { what, kind, .. }) => {
                assert!(what.contains("ended before its work was done"), "{what}");
                assert!(what.contains(KILLED), "{what}");
                assert_eq!(kind, WorkerFailure::Other);
            }
            other => return Err(format!("{other:?}").into()),
        }
        // The parent removed what the killed one made.
        assert_eq!(names(folder.path())?, only("read"));
    }
    Ok(())
}

pub fn workers_end_with_their_parent() -> Tested {
    let folder = folder()?;
    make(&folder.path().join("read"))?;
    let mut parent = Command::new(std::env::current_exe()?)
        .arg(AS_PARENT)
        .arg(folder.path())
        .spawn()?;
    let made = folder.path().join("made");
    let is_at_work = || fs::metadata(&made).is_ok_and(|metadata| metadata.len() == BYTES);
    let begun = wait_until("their start", is_at_work);
    let workers = children_of(parent.id());
    parent.kill()?;
    parent.wait()?;
    begun?;
    assert_eq!(workers.len(), 2);
    // They remove what they made, and are gone.
    wait_until("their end", || workers.iter().all(|&worker| is_gone(worker)))?;
    assert_eq!(names(folder.path())?, only("read"));
    Ok(())
}
