// Everything that runs on every page. Behaviour is bound to data attributes, so that
// fragments swapped in later need no set-up of their own.

import "./focus.js";
import "./dialogs.js";
import "./drafts.js";
import "./drawer.js";
import "./feedback.js";
import "./session.js";
import "./keys.js";
import "./citations.js";
import "./menus.js";
import "./copies.js";
import "./places.js";
import "./quotes.js";
import "./pictures.js";
