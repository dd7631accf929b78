//! The machine that the tests run on, whatever it is.

use std::path::Path;

use feedrate_machine::{
    BlockDevice, Cores, DeviceCounters, Error, Fingerprint, HazardInputs, Limits, Memory, PathLocation, System, Volume,
    throttle,
};

#[test]
fn the_volume_of_this_folder() {
    let volume = Volume::of(".").expect("this folder exists");
    let space = volume.space.expect("statvfs works on it");
    assert!(space.available_bytes <= space.total_bytes);
    assert!(volume.path.is_absolute());
    if Path::new("/proc/self/mountinfo").exists() {
        let mount_point = volume.mount_point.as_deref().expect("it is mounted somewhere");
        assert!(volume.path.starts_with(mount_point));
        assert_ne!(volume.fs_type, "unknown");
    }
}

#[test]
fn proc_is_no_place_for_files() {
    if Path::new("/proc/self").exists() {
        let volume = Volume::of("/proc").expect("it exists");
        assert_eq!(volume.fs_type, "proc");
        assert!(!HazardInputs::new(&volume, &[]).hazards().is_empty());
    }
}

#[test]
fn a_path_that_is_not_there_is_told_in_one_line() {
    let error = Volume::of("/no/such/folder").expect_err("it does not exist");
    assert!(matches!(error, Error::Unreachable { .. }));
    let text = error.to_string();
    assert!(text.contains("/no/such/folder") && !text.contains('\n'), "{text}");
}

#[test]
fn the_mount_number_and_the_longest_path_agree() {
    let location = PathLocation::of("/proc/self")
        .or_else(|_| PathLocation::of("/"))
        .expect("a root");
    let by_number = Volume::at(&System::host(), &location);
    let without_number = PathLocation {
        mount: None,
        ..location
    };
    let by_path = Volume::at(&System::host(), &without_number);
    assert_eq!(by_number.fs_type, by_path.fs_type);
}

#[test]
fn counters_only_grow() {
    let volume = Volume::of(".").expect("this folder exists");
    for device in volume.block_devices(&System::host()) {
        for node in device.walk() {
            let (Some(before), Some(after)) = (DeviceCounters::read(node), DeviceCounters::read(node)) else {
                continue;
            };
            let activity = after.since(&before).expect("the same device, a little later");
            assert!(activity.elapsed_s > 0.0);
        }
    }
}

#[test]
fn cores_memory_and_limits_are_plausible() {
    let cores = Cores::host();
    assert!(cores.physical <= cores.logical);
    assert!(cores.physical_available <= cores.physical);
    assert!(cores.logical_available >= 1);
    assert!(cores.usable() > 0.0);
    let allowed = std::thread::available_parallelism().expect("a number").get();
    assert!(allowed <= cores.logical_available);
    let memory = Memory::host();
    assert!(memory.available_bytes <= memory.total_bytes);
    assert!(memory.cacheable_bytes() <= memory.total_bytes);
    Limits::host();
}

#[test]
fn all_of_it_goes_to_json() {
    let system = System::host();
    let volume = Volume::of(".").expect("this folder exists");
    let devices: Vec<BlockDevice> = volume.block_devices(&system);
    let (cores, memory) = (Cores::host(), Memory::host());
    let throttles = throttle::on(&system, &devices);
    let inputs = HazardInputs {
        cores: Some(&cores),
        memory: Some(&memory),
        throttles: &throttles,
        ..HazardInputs::new(&volume, &devices)
    };
    let print = Fingerprint::new(&system, &cores, &memory, &[(&volume, &devices)]);
    let all = (
        &volume,
        &devices,
        &cores,
        &memory,
        Limits::host(),
        inputs.hazards(),
        print,
    );
    let json = serde_json::to_string_pretty(&all).expect("serialises");
    println!("{json}");
    assert!(json.contains("machine_id"));
}
