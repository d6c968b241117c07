/** Tells this page from every other one, and from an earlier one in the same tab. */
export const pageId = crypto.randomUUID();
