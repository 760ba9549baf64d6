require("../server");
