//! What a sample promises, over every type that is bundled.

use std::ops::ControlFlow;

use super::*;
use crate::schema::{Lens, Pool, check};
use crate::wire::Document;

fn problems(ty: &MessageDescriptor, bytes: Vec<u8>) -> Vec<String> {
    let lens = Lens::new(Pool::bundled(), Some(ty.clone()));
    let mut found = Vec::new();
    let mut on = |it: check::Found| {
        found.push(format!("{}: {}", it.path, it.problem.message));
        ControlFlow::Continue(())
    };
    check::check(&Document::from_bytes(bytes), &lens, &mut on).unwrap();
    found
}

#[test]
fn a_sample_of_every_bundled_type_reads_without_a_problem() {
    for ty in Pool::bundled().messages() {
        for seed in 0..4 {
            let bytes = sample(&ty, seed);
            assert!(bytes.len() < 64 << 10, "{} has {} bytes", ty.full_name(), bytes.len());
            assert_eq!(problems(&ty, bytes), Vec::<String>::new(), "{} from {seed}", ty.full_name());
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes_and_another_makes_others() {
    let ty = Pool::bundled().find("HistoricalExecuteResponse").unwrap();
    assert_eq!(sample(&ty, 7), sample(&ty, 7));
    assert_ne!(sample(&ty, 7), sample(&ty, 8));
}

#[test]
fn every_field_is_set_but_the_other_members_of_a_oneof() {
    for ty in Pool::bundled().messages() {
        if ["Timestamp", "Duration", "Any", "FieldMask", "Value"]
            .map(|it| format!("google.protobuf.{it}"))
            .contains(&ty.full_name().to_owned())
        {
            continue;
        }
        let document = Document::from_bytes(sample(&ty, 1));
        let set: Vec<u64> = document.children(&document.root()).map(|it| it.unwrap().record.number).collect();
        for field in ty.fields() {
            let is_set = set.contains(&u64::from(field.number()));
            match field.containing_oneof().filter(|it| !it.is_synthetic()) {
                None => assert!(is_set, "{} is not set", field.full_name()),
                Some(oneof) => {
                    let members = oneof.fields().filter(|it| set.contains(&u64::from(it.number()))).count();
                    assert_eq!(members, 1, "{}", oneof.full_name());
                }
            }
            let times = set.iter().filter(|it| **it == u64::from(field.number())).count();
            if field.is_map() || (field.is_list() && !field.is_packed()) {
                assert!(!is_set || times == 2, "{} stands {times} times", field.full_name());
            }
        }
    }
}

#[test]
fn what_is_said_suits_the_name() {
    let ty = Pool::bundled().find("v2.Digest").unwrap();
    let bytes = sample(&ty, 3);
    assert_eq!(bytes.get(..2), Some([0x0a, 64].as_slice()));
    assert!(bytes.get(2..66).unwrap().iter().all(u8::is_ascii_hexdigit));
    let mut rng = Rng::with_seed(1);
    let mut text = |name, owner| words::text(&mut rng, &Place { name, owner, nth: 0 });
    assert!(text("worker_email", "Worker").ends_with("@example.com"));
    assert!(text("output_path", "OutputFile").contains('/'));
    assert_eq!(text("name", "EnvironmentVariable"), "LANG");
    assert_eq!(text("invocation_id", "Metadata").len(), 36);
    assert!((8_080..9_000).contains(&number::plausible(&mut rng, "listen_port")));
}

#[test]
fn a_type_in_itself_ends() {
    let ty = Pool::bundled().find("google.protobuf.DescriptorProto").unwrap();
    assert!(sample(&ty, 1).len() < 64 << 10);
}
