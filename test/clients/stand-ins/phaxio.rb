# Stands in for the gem phaxio 2.1, which the tests do not install: the methods that docs/cookbook-ruby.md calls, with the
# names, encodings and errors of the gem.
require 'json'
require 'net/http'
require 'openssl'
require 'tempfile'

module Phaxio
  module Error
    PhaxioError = Class.new(StandardError)
    names = %w[Authentication NotFound InvalidRequest RateLimitExceeded ServiceUnavailable General ApiConnection]
    names.each { |name| const_set("#{name}Error", Class.new(PhaxioError)) }
  end

  class << self
    attr_accessor :api_endpoint, :api_key, :api_secret, :webhook_token

    # Returns the data of the answer, or a File of one that is not JSON.
    def request(method, path, params = {})
      address = URI.join(api_endpoint, path)
      pairs = pairs_of(params)
      address.query = URI.encode_www_form(pairs) if method == :Get && !pairs.empty?
      request = Net::HTTP.const_get(method).new(address)
      request.basic_auth(api_key, api_secret)
      fill(request, pairs) unless method == :Get
      read(Net::HTTP.start(address.host, address.port) { |http| http.request(request) })
    rescue EOFError, SystemCallError, Timeout::Error => error
      raise Error::ApiConnectionError, "Error communicating with Phaxio: #{error}"
    end

    private

    def pairs_of(params, inside = nil)
      params.flat_map do |name, value|
        key = inside ? "#{inside}[#{name}]" : name.to_s
        case value
        when Hash then pairs_of(value, key)
        when Array then value.map { |each| ["#{key}[]", each] }
        else [[key, value]]
        end
      end
    end

    def fill(request, pairs)
      if pairs.any? { |_, value| value.respond_to?(:read) }
        pairs = pairs.map { |name, value| value.respond_to?(:read) ? [name, value, { filename: File.basename(value.path) }] : [name, value.to_s] }
        request.set_form(pairs, 'multipart/form-data')
      else
        request.set_form_data(pairs)
      end
    end

    ERRORS = { '401' => :AuthenticationError, '404' => :NotFoundError, '422' => :InvalidRequestError,
               '429' => :RateLimitExceededError, '503' => :ServiceUnavailableError }.freeze

    def read(response)
      is_json = response.content_type == 'application/json'
      return file_of(response.body) if response.is_a?(Net::HTTPSuccess) && !is_json

      answer = JSON.parse(response.body)
      error = Error.const_get(ERRORS.fetch(response.code, :GeneralError))
      raise error, "#{response.code}: #{answer['message']}" unless response.is_a?(Net::HTTPSuccess) && answer['success']

      answer['data']
    end

    def file_of(bytes)
      file = Tempfile.create('phaxio', binmode: true)
      file.write(bytes)
      file.rewind
      file
    end
  end

  # The attributes of a record that the gem has: others of the answer are left out.
  def self.record(*names) = Struct.new(*names) { define_singleton_method(:of) { |data| new(*data.values_at(*names.map(&:to_s))) } }

  Reference = Struct.new(:id) { def get = Fax.get(id) }
  Fax = record(:id, :direction, :num_pages, :cost, :status, :from_number, :to_number, :error_type, :error_message, :error_id, :tags)

  def Fax.create(params = {}) = Reference.new(Phaxio.request(:Post, 'faxes', params)['id'])
  def Fax.get(id) = of(Phaxio.request(:Get, "faxes/#{id.to_i}"))
  def Fax.list(params = {}) = Phaxio.request(:Get, 'faxes', params).map { |data| of(data) }
  def Fax.resend(id, params = {}) = Reference.new(Phaxio.request(:Post, "faxes/#{id}/resend", params)['id'])
  def Fax.file(id, params = {}) = Phaxio.request(:Get, "faxes/#{id}/file", params)

  PhoneNumber = record(:phone_number, :city, :state, :country, :cost, :callback_url)
  def PhoneNumber.list(params = {}) = Phaxio.request(:Get, 'phone_numbers', params).map { |data| of(data) }

  PortOrder = record(:id, :status, :contact_number, :contact_email)
  def PortOrder.create(params = {}) = of(Phaxio.request(:Post, 'port_orders', params))
  def PortOrder.get(id) = of(Phaxio.request(:Get, "port_orders/#{id.to_i}"))

  PhaxCode = record(:identifier, :metadata)
  def PhaxCode.create(params = {})
    made = Phaxio.request(:Post, params[:type] == 'png' ? 'phax_codes.png' : 'phax_codes', params)
    made.respond_to?(:read) ? made : of(made)
  end

  module Webhook
    def self.valid_signature?(signature, url, params, files = [])
      texts = params.sort.map { |name, value| "#{name}#{value}" }
      hashes = files.sort_by { |file| file[:name] }.map { |file| file[:name] + OpenSSL::Digest::SHA1.hexdigest(file[:tempfile].read) }
      signature == OpenSSL::HMAC.hexdigest('SHA1', Phaxio.webhook_token, [url, *texts, *hashes].join)
    end
  end
end
