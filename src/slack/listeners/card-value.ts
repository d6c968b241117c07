import * as z from 'zod';
import { carrying } from './button-value.ts';

export const reference = z.string().min(1).max(200);

/** The value of a button under a card. */
export const Card = carrying(z.object({ reference }));
