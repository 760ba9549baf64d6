export { POST } from "../../../api/orders/route";
