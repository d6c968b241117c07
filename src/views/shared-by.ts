/** Of the name of whoever shared something, in characters, where it is shown and where a button carries it. */
export const sharedByMax = 80;
