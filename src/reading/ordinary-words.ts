/** Words with digits that are no identifiers of anything. */
const ordinary = [
  /^\d{1,4}(?:st|nd|rd|th|s|x|h|hr|hrs|hours?|m|mins?|minutes?|days?|weeks?|months?|years?|am|pm|gb|mb|kb|ms|kg|pcs|items?)$/i,
  /^(?:\d{1,3}[dhms])+$/i,
  /^\d{1,2}h\d{2}$/i,
];
const dates = [
  /^(?:19|20)\d\d[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?:T[\d-]*Z?)?$/i,
  /^(?:0?[1-9]|[12]\d|3[01])[-_](?:0?[1-9]|1[0-2])[-_](?:\d{2}|\d{4})$/,
  /^(?:\d{1,2}(?:st|nd|rd|th)?[-_]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*[-_]?\d{2,4}$/i,
  /^\d{4}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\d{2}$/i,
  /^(?:Q[1-4]|H[12]|FY|mid|early|late)[-_]?\d{2,4}$/i,
];
const amounts = [
  /^(?:ngn|usd|eur|gbp|n|amt|amount)[-_]?\d+(?:k|m|bn)?$/i,
  /^\d+(?:k|m|bn|ngn|n|usd|naira|kobo|dollars?)$/i,
];

export function isDate(text: string): boolean {
  return dates.some((date) => date.test(text));
}

/** A date, a time, a duration, an amount or a count, in one word. */
export function isOrdinary(text: string): boolean {
  return isDate(text) || [...ordinary, ...amounts].some((pattern) => pattern.test(text));
}
