//! The kernel's own devices as files. Disks are tried in `peers/`, through jobs.

use std::path::Path;

use feedrate_pageio::device::block_device_bytes;
use feedrate_pageio::{
    Create, DeviceHold, EngineChoice, EngineKind, Error, Kind, Kinds, MemoryDevice, Method, Mode, OpenRequest,
    PageFile, Queue, Result,
};

use crate::ground::{PAGE, engines, make, open_request, read, request, write};

fn open(name: &str, method: Method, create: Create) -> Result<PageFile> {
    let request = OpenRequest {
        kinds: Kinds::FilesAndDevices,
        ..open_request(method, Mode::ReadWrite, create)
    };
    PageFile::open(Path::new(name), request)
}

#[test]
fn devices_without_length_are_moved_to_and_from_by_all_engines() {
    for (engine, depth) in engines() {
        let files = ["/dev/zero", "/dev/null"];
        let files = files.map(|name| open(name, Method::Cached, Create::Keep).unwrap());
        assert_eq!(files[1].kind(), Kind::MemoryDevice(MemoryDevice::Null));
        for file in &files {
            assert_eq!(file.size().unwrap(), 0);
            // The kernel refuses to flush them.
            file.sync_data().unwrap();
            file.sync_all().unwrap();
        }
        let mut queue = Queue::new(files.into(), request(engine, depth, PAGE)).unwrap();
        queue.slot_mut(0).fill(1);
        make(&mut queue, read(0, 1 << 40, PAGE)).unwrap();
        assert!(queue.slot(0).iter().all(|&byte| byte == 0));
        let mut to_nothing = write(0, 1 << 40, PAGE);
        to_nothing.file = 1;
        make(&mut queue, to_nothing).unwrap();
        let mut from_nothing = read(0, 0, PAGE);
        from_nothing.file = 1;
        let ended = make(&mut queue, from_nothing);
        assert!(matches!(ended, Err(Error::ShortFile { end: 0, .. })));
    }
}

#[test]
fn a_device_is_neither_made_nor_taken_for_another() {
    let again = open("/dev/null", Method::Cached, Create::New).unwrap_err();
    assert!(again.to_string().contains("exists"), "{again}");
    let direct = open("/dev/zero", Method::Unbuffered, Create::Existing);
    assert!(matches!(direct, Err(Error::DirectRefused { .. })));
    let terminal = open("/dev/tty", Method::Cached, Create::Keep);
    assert!(matches!(terminal, Err(Error::NotAFile { .. })));
    let full = open("/dev/full", Method::Cached, Create::Existing).unwrap();
    let mut queue = Queue::new(vec![full], request(EngineChoice::Only(EngineKind::SYNC), 1, PAGE)).unwrap();
    assert!(make(&mut queue, write(0, 0, PAGE)).unwrap_err().is_no_space());
    assert!(make(&mut queue, read(0, 0, PAGE)).is_ok());
    let missing = Path::new("/dev/no such device");
    for refused in [
        block_device_bytes(missing).map(drop),
        DeviceHold::new(missing).map(drop),
    ] {
        let text = refused.unwrap_err().to_string();
        assert!(text.contains("no such file"), "{text}");
    }
}
