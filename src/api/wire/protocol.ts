/** The version that both sides of the socket say in their hello. */
export const PROTOCOL = 1
