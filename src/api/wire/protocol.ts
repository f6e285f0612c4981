/** The version that both sides of the socket send in their hello. */
export const PROTOCOL = 1
