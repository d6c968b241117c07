/** Sent by a gateway in front of the service. */
export const gatewayStatuses = new Set([502, 503, 504]);
