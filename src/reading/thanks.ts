const thanks = /^(?:thanks?|thx|tnx|ty|cheers|noted|great|perfect|ok|okay|nice)$/;
const around = /^(?:many|much|all|everyone|team|again|you|so|very|bot|txnbot|for|the|help|your|that|this)$/;

/** Thanks and nothing else: it asks nothing, so no answer is owed. */
export function isThanks(words: string): boolean {
  if (words.length > 60) return false;
  const said = words
    .toLowerCase()
    .replace(/thank you/g, 'thanks')
    .replace(/a lot/g, 'much')
    .replace(/got it/g, 'noted')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  return said.some((word) => thanks.test(word)) && said.every((word) => thanks.test(word) || around.test(word));
}
