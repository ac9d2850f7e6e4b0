//! Values as a person types them in place: how a text becomes an edit. The one door between the window and the
//! reading of values.
