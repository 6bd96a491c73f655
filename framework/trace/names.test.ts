import assert from 'node:assert/strict';
import test from 'node:test';
import { isSecretName } from './names.ts';

const secret = `
  password Password new_password current_password passwordConfirmation password2 userpassword passwd passphrase passcode pass
  user_pass pw pwd userPw token access_token refreshToken id_token tokens token_hash x-csrf-token _csrf XSRF-TOKEN cookie
  Authorization Proxy-Authorization auth x-auth X-Auth-Token x-auth-key oauth_verifier x-api-key apiKey APIKey api_keys apikey
  key api_key privateKey access-key signing.key session session_id sessionId sessionid PHPSESSID connect.sid sid
  password_hash hash client_secret clientSecret secret_answer jwt credentials x-signature x-hub-signature-256 otp otp_code
  totp pin pin_code pinCode PIN card_number cardNumber cc-number creditCard cvv cvv2 cvc bearer`;

const harmless = `
  id user_id email author_id title content page role name keyboard expires_in monkey compass passenger passport passed
  content-type author authors authenticated pinned spinner published hashtag token_type tokenExpiresAt session_lifetime
  password_changed_at cookie-policy key_id apiKeyId api_key_name keys primary_key foreign_key sort_key cache-key email_key
  Idempotency-Key Sec-WebSocket-Key x-auth-email auth_method card cards card_title board_card number phone_number code
  country_code zip_code status_code secretary possession obsession discard pineapple`;

test('names of secrets, in every way in which names are written', () => {
  for (const name of secret.trim().split(/\s+/)) assert.ok(isSecretName(name), name);
});

test('names that only resemble one, or tell something about one', () => {
  for (const name of harmless.trim().split(/\s+/)) assert.ok(!isSecretName(name), name);
});

test('a long name costs no more than a short one, and none is kept forever', () => {
  const started = performance.now();
  for (let number = 0; number < 10_000; number++) isSecretName(`${number}aB_`.repeat(1_000));
  assert.ok(performance.now() - started < 5_000, `${performance.now() - started} ms`);
});
