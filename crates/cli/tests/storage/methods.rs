//! A file of the same pages is the same by whatever method it is written. That transfers of several pages move the right
//! bytes is tested in `pageio`.

use crate::folder::Folder;

#[test]
fn each_method_writes_the_same_bytes() {
    let folder = Folder::new();
    let mut files = Vec::new();
    for (name, options) in [
        ("cached", "cached"),
        ("through", "write-through"),
        ("unbuffered", "unbuffered"),
        ("direct", "direct --pages 1"),
        ("reserved", "direct --pages 1 --target reserve"),
        ("threads", "direct --pages 1 --engine threads"),
    ] {
        let line = format!("measure {name}.out --do write --size 8M --page 64K --seed 7 --method {options}");
        folder.succeed(&line);
        files.push((
            name,
            std::fs::read(folder.path(&format!("{name}.out"))).expect("the file"),
        ));
    }
    let (_, first) = &files[0];
    assert_eq!(first.len(), 8 << 20);
    for (name, bytes) in &files {
        assert!(bytes == first, "{name}");
    }
}
