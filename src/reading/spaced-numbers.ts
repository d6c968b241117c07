/** `0803 123 4567` and `012-345-6789` are one number each, as phones and accounts are written; dates are not. */
export function joinSpacedNumbers(text: string): string {
  return /\d{3}[ .-]\d{3}/.test(text) ? text.replace(spaced, '$1$2$3') : text;
}

const spaced = /(?<![\d.,-])(\d{3,4})[ .-](\d{3})[ .-](\d{4})(?![\d-]|[.,]\d)/g;
